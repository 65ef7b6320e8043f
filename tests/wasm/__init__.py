"""The modules of WebAssembly do what compiled code does on this machine, byte for byte, in Node."""
