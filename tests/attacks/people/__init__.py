"""What somebody can try with what is meant for people: codes, links, devices, and the right to be forgotten."""
