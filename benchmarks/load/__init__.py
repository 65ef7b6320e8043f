"""What several benchmarks of a server share: clients that play, and what a process has used."""
