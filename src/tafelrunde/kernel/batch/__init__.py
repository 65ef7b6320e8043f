"""Many games at once for those who learn: one decision in each at every step, all that belongs to it in arrays."""
