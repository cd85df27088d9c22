"""
OpenStack Swift with its S3 interface, in one process, with one copy of everything in one folder.

    object-store.py FOLDER HOST PORT KEY_ID SECRET BUCKET

Listens on HOST and PORT (0: any free one), makes the bucket, and then prints its port. Ends when
its input is closed, where that is a pipe.
"""

import eventlet

eventlet.monkey_patch()

import os
import stat
import sys

from eventlet import greenio, listen, wsgi

folder, host, port, key_id, secret, bucket = sys.argv[1:]
account, user = key_id.split(':')
etc = os.path.join(folder, 'etc')
devices = os.path.join(folder, 'devices')
os.makedirs(os.path.join(devices, 'disk'), exist_ok=True)
os.makedirs(etc, exist_ok=True)


def write(name, text):
    with open(os.path.join(etc, name), 'w') as file:
        file.write(text)


write('swift.conf', '''
[swift-hash]
swift_hash_path_suffix = banyan
[storage-policy:0]
name = one
default = yes
''')

from swift.common import utils  # noqa: E402

utils.set_swift_dir(etc)

from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

# Port numbers are in the rings, so the sockets come first.
sockets = {name: listen(('127.0.0.1', 0)) for name in ('account', 'container', 'object')}
for name, socket in sockets.items():
    builder = RingBuilder(1, 1, 1)
    builder.add_dev({
        'region': 1, 'zone': 1, 'weight': 1.0, 'device': 'disk', 'meta': '',
        'ip': '127.0.0.1', 'port': socket.getsockname()[1],
        'replication_ip': '127.0.0.1', 'replication_port': socket.getsockname()[1],
    })
    builder.rebalance()
    builder.get_ring().save(os.path.join(etc, f'{name}.ring.gz'))
    write(f'{name}.conf', f'''
[DEFAULT]
swift_dir = {etc}
devices = {devices}
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
''')

# The cache is for counts between several proxies; here nothing listens, and it does without.
write('proxy.conf', f'''
[DEFAULT]
swift_dir = {etc}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo versioned_writes symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:slo]
use = egg:swift#slo
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = true
[filter:symlink]
use = egg:swift#symlink
''')
sockets['proxy'] = listen((host, int(port)), backlog=1024)

nothing = open(os.devnull, 'w')
for name, socket in sockets.items():
    app = loadapp(os.path.join(etc, f'{name}.conf'), global_conf={'log_name': name})
    eventlet.spawn(wsgi.server, socket, app, nothing, log_output=False)
    if name == 'proxy':
        proxy = app

from swift.common.swob import Request  # noqa: E402

# The account is made with its first container.
made = Request.blank(
    f'/v1/AUTH_{account}/{bucket}',
    environ={'REQUEST_METHOD': 'PUT', 'swift.authorize_override': True,
             'swift.authorize': lambda request: None},
).get_response(proxy)
if made.status_int // 100 != 2:
    sys.exit(f'the bucket could not be made: {made.status}')

print(sockets['proxy'].getsockname()[1], flush=True)
mode = os.fstat(sys.stdin.fileno()).st_mode
if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
    greenio.GreenPipe(sys.stdin.fileno(), 'rb', 0).read()
    os._exit(0)
while True:
    eventlet.sleep(3600)
