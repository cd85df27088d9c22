#!/bin/sh
# Makes a container image from the file of `npm run package`:
#   ops/container/build.sh dist/banyan-1.0.6.tar.gz
# The base is Debian with Node.js, made by mmdebstrap; the image is made by buildah. Neither needs a
# daemon. Packages of npm are installed by this machine's npm, so its processor must be the image's.
# SUITE is another release of Debian with Node.js 20.19 or newer, IMAGE another name, OUT a file to
# write the image to as well.
set -eu

package=${1:?'Name the file that npm run package has made.'}
here=$(cd "$(dirname "$0")" && pwd)
name=$(basename "$package" .tar.gz)
suite=${SUITE:-trixie}
image=${IMAGE:-localhost/banyan:${name#banyan-}}
for needed in buildah mmdebstrap npm; do
  command -v "$needed" > /dev/null || { echo "$needed is missing: install it." >&2; exit 69; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$(dirname "$package")" && sha256sum --quiet -c "$(basename "$package").sha256")
tar -xzf "$package" -C "$work"
(cd "$work/$name" && sha256sum --quiet -c SHA256SUMS && npm ci --omit=dev --silent)

# The user of the programs, without a login, and the one folder that it may write to.
mmdebstrap --variant=essential --include=nodejs,ca-certificates,tzdata \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  --customize-hook='echo banyan:x:10001:10001::/var/lib/banyan:/usr/sbin/nologin >> "$1/etc/passwd"' \
  --customize-hook='echo banyan:x:10001: >> "$1/etc/group"' \
  --customize-hook='install -d -m 750 -o 10001 -g 10001 "$1/var/lib/banyan"' \
  --quiet "$suite" "$work/base.tar"

mkdir "$work/context"
mv "$work/base.tar" "$work/context/base.tar"
mv "$work/$name" "$work/context/banyan"
# The form of Docker, because that of OCI has no health check.
buildah bud --isolation chroot --format docker --timestamp 0 --tag "$image" \
  --file "$here/Containerfile" "$work/context"
[ -z "${OUT:-}" ] || buildah push --quiet "$image" "docker-archive:$OUT:$image"
echo "$image"
