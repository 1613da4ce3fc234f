#!/bin/sh
# Installs 判官 from this checkout on Debian, as root: sh deploy/install.sh
# Run it again to upgrade: the database is copied first, and a running daemon is stopped for the moment of the change.
# It never touches the configuration once it exists. With NO_SYSTEM=1 it makes no user and talks to no systemd.
set -eu
cd "$(dirname "$0")/.."
PREFIX=${PREFIX:-/opt/panguan}
CONFIG=${CONFIG:-/etc/panguan}
STATE=${STATE:-/var/lib/panguan}
UNITS=${UNITS:-/etc/systemd/system}
COMMANDS=${COMMANDS:-/usr/local/bin}
PYTHON=${PYTHON:-python3}

system() { [ -z "${NO_SYSTEM:-}" ]; }

"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed" >&2; exit 2; }
if system && [ "$(id -u)" != 0 ]; then
    echo "Run this as root (or with NO_SYSTEM=1 and folders of your own)" >&2
    exit 2
fi

# The wheel is built apart, with the build tool's own pinned requirements.
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
"$PYTHON" -m venv "$build/venv"
"$build/venv/bin/python" -m pip install --quiet --require-hashes -r requirements-build.lock
"$build/venv/bin/python" -m pip wheel --quiet --no-deps --no-build-isolation -w "$build" .

# Everything that can fail for want of a network is behind us, but for the requirements: those come before the stop.
install -d -m 0755 "$PREFIX" "$PREFIX/docs" "$UNITS" "$COMMANDS"
[ -x "$PREFIX/venv/bin/python" ] || "$PYTHON" -m venv "$PREFIX/venv"
"$PREFIX/venv/bin/python" -m pip download --quiet --require-hashes -d "$build/wheels" -r requirements.lock

running=
if system && systemctl is-active --quiet panguan; then
    running=yes
    systemctl stop panguan
fi
if [ -f "$STATE/panguan.sqlite3" ]; then
    "$PREFIX/venv/bin/python" -m service.backup "$STATE/panguan.sqlite3" "$STATE/backups" --keep 14
    ! system || chown -R panguan:panguan "$STATE/backups"
fi
"$PREFIX/venv/bin/python" -m pip install --quiet --require-hashes --no-index --find-links "$build/wheels" -r requirements.lock
"$PREFIX/venv/bin/python" -m pip install --quiet --no-deps --no-index --force-reinstall "$build"/panguan-*.whl
cp docs/*.md "$PREFIX/docs/"

if system; then
    install -m 0644 deploy/panguan.sysusers.conf /etc/sysusers.d/panguan.conf
    systemd-sysusers panguan.conf
fi
for unit in panguan.service panguan-backup.service panguan-backup.timer; do
    sed -e "s#/opt/panguan#$PREFIX#g" -e "s#/etc/panguan#$CONFIG#g" "deploy/$unit" > "$UNITS/$unit"
done
# The command for people: what it reads and writes belongs to the daemon's user, so root becomes that user.
sed -e "s#/opt/panguan#$PREFIX#g" deploy/panguan.sh > "$COMMANDS/panguan"
chmod 0755 "$COMMANDS/panguan"

if [ ! -d "$CONFIG/games" ]; then
    "$PREFIX/venv/bin/panguan" init "$CONFIG"
    sed -i "s#^\#PANGUAN_STATE=.*#PANGUAN_STATE=$STATE#" "$CONFIG/.env"
    chmod 0700 "$CONFIG"
    ! system || chown -R panguan:panguan "$CONFIG"
fi
if system; then
    systemctl daemon-reload
    systemctl enable --now panguan-backup.timer
    [ -z "$running" ] || systemctl start panguan
fi
echo "Installed. Next: edit $CONFIG/.env and $CONFIG/games/, then: panguan check; panguan doctor; systemctl enable --now panguan"
