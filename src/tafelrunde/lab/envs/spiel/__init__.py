"""The games as OpenSpiel wants them: what a node of the tree is, who observes it, and what is registered."""
