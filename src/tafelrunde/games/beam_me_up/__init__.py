"""Beam me up — seven stones, five dice, one way: up (Klaus-Jürgen Wrede, moses. 2019)."""
