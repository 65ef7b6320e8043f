#!/bin/sh
# Installs PostgreSQL, Redis and Chromium for the suite where they are missing and we may. Quiet; the suite says what it lacks.
PATH="$PATH:/usr/sbin:/sbin"
missing=""
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || missing="postgresql"
command -v redis-server >/dev/null || command -v valkey-server >/dev/null || missing="$missing redis-server"
command -v chromium-headless-shell >/dev/null || missing="$missing chromium-headless-shell"

if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing for the tests (once):" $missing "…"
    export DEBIAN_FRONTEND=noninteractive
    patience="-o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=60"
    apt-get -qq $patience update >/dev/null 2>&1
    # Not every system has it without windows.
    [ -n "$(apt-cache search --names-only '^chromium-headless-shell$')" ] || missing=$(echo "$missing" | sed 's/-headless-shell//')
    apt-get -qq $patience install -y --no-install-recommends $missing >/dev/null 2>&1 || echo "That did not work."
fi
exit 0
