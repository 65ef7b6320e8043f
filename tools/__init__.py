"""Small programs for those who build and publish: the lock of the image, and a list of what is in it."""
