"""Tables of one device, without a server: the same messages and requests, answered in a worker of the browser.

`table` keeps one table in memory, `host` has them all and answers what a page asks over HTTP elsewhere, `review` works
out reviews in pieces. What happens is written by the `Store` that the worker gives, before anybody is told.
"""
