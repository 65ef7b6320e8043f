"""Biberbande — four cards face down, remembered (Monty & Ann Steinhilber, AMIGO)."""
