"""What every other target than this processor begins with: numba's IR of our compiled code, before any optimisation.

There it names fields, not offsets, so it holds for other machines, too: `collect` keeps it, `adaptor` adds what calls
it from outside, `join` puts everything together and lets LLVM optimise it. It happens in processes of its own (`ask`),
because it changes how numba works.
"""
