#!/bin/sh
# Installs 判官 from this checkout on Debian, as root: sh deploy/install.sh
# Run it again to upgrade. It never touches /etc/panguan or /var/lib/panguan once they exist.
set -eu
cd "$(dirname "$0")/.."
PREFIX=${PREFIX:-/opt/panguan}
CONFIG=${CONFIG:-/etc/panguan}
UNITS=${UNITS:-/etc/systemd/system}

python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed" >&2; exit 2; }
install -d -m 0755 "$PREFIX" "$PREFIX/docs"
[ -x "$PREFIX/venv/bin/python" ] || python3 -m venv "$PREFIX/venv"
"$PREFIX/venv/bin/python" -m pip install --quiet --require-hashes -r requirements.lock
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
# The wheel is built apart, with the build tool's own pinned requirements, and installed without any others.
python3 -m venv "$build/venv"
"$build/venv/bin/python" -m pip install --quiet --require-hashes -r requirements-dev.lock
"$build/venv/bin/python" -m pip wheel --quiet --no-deps --no-build-isolation -w "$build" .
"$PREFIX/venv/bin/python" -m pip install --quiet --no-deps --force-reinstall "$build"/panguan-*.whl
cp docs/*.md "$PREFIX/docs/"

if [ -z "${NO_SYSTEM:-}" ]; then
    install -m 0644 deploy/panguan.sysusers.conf /etc/sysusers.d/panguan.conf
    systemd-sysusers panguan.conf
fi
install -d -m 0755 "$UNITS"
for unit in panguan.service panguan-backup.service panguan-backup.timer; do
    sed -e "s#/opt/panguan#$PREFIX#g" -e "s#/etc/panguan#$CONFIG#g" "deploy/$unit" > "$UNITS/$unit"
done
if [ ! -d "$CONFIG/games" ]; then
    "$PREFIX/venv/bin/panguan" init "$CONFIG"
    [ -n "${NO_SYSTEM:-}" ] || chown -R panguan:panguan "$CONFIG"
fi
if [ -z "${NO_SYSTEM:-}" ]; then
    systemctl daemon-reload
    systemctl enable --now panguan-backup.timer
fi
echo "Installed. Next: edit $CONFIG/.env and $CONFIG/games/, run '$PREFIX/venv/bin/panguan check --config $CONFIG'," 
echo "then 'panguan doctor --config $CONFIG', then: systemctl enable --now panguan"
