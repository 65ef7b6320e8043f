"""The table in a browser: the same Python without NumPy and numba, over compiled code in WebAssembly.

`pack` gathers what runs there. Modules in plain Python are taken as they are. Of modules with compiled code there
remain their constants, written down, their plain functions, and their entries, which call WebAssembly (`freeze`).
Some modules have another form there, which stands in `face`: arrays in memory, calls of compiled code, what takes long
to work out, and the cache of compiled code, which a browser does not need. `bind.mjs` lets Python call a module.
"""
