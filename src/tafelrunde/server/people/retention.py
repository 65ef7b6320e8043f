"""Retention: what is kept for how long. A sweep every now and then forgets the rest."""

from tafelrunde.server.people.forget import forget_old
from tafelrunde.server.tables.hub import Hub


async def sweep(hub: Hub) -> None:
    """Delete tables that never started and links that nobody followed, and forget the names and words of people at
    tables that are long over."""
    now = hub.time.now()
    await hub.store.delete_idle(now - hub.config.unstarted)
    await hub.devices.sweep()
    await forget_old(hub, now - hub.config.keep_names)
