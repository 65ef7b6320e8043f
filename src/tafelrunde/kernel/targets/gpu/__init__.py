"""Compiled code on a graphics card of NVIDIA's: the same rules, byte for byte, a game on each of its threads.

What numba writes before any optimisation becomes PTX (`ptx`), which every card since 2018 understands; CuPy loads and
starts it (`cuda`). `kernels` has what is started: complete random games (`playouts`), and one decision in each of many
games (`batch`). Nothing here is imported unless somebody asks for `device="cuda"`.
"""
