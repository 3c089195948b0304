"""Ways to misbehave: `HOSTILE` are bodies of a function that should be a depth-first search, and
`CALLS` are bodies of functions that try to reach out of the process by one system call.

Each of the first comes with words that the report must say of it. Each of the second must fail with
an `OSError`. None may touch the folder `{outside}`.
"""

RIGHT = """
def breadth_first_search(problem):
    frontier, seen = [(problem.initial, [])], {problem.initial}
    for state, path in frontier:
        if problem.goal_test(state):
            return path
        for action in problem.actions(state):
            child = problem.result(state, action)
            if child not in seen:
                seen.add(child)
                frontier.append((child, [*path, action]))
    return None
"""

HOSTILE: dict[str, tuple[str, str]] = {
    "endless loop": ("while True: pass", "seconds of CPU"),
    "endless calls": ("while True: problem.actions(problem.initial)", "calls"),
    "endless sleep": ("import time; time.sleep(1000)", "had not ended"),
    "endless recursion": ("return depth_first_search(problem)", "RecursionError"),
    "deep recursion": (
        "import sys; sys.setrecursionlimit(10**9)\n"
        "    def down(x): return down([x]) + 1\n    return down(0)", ""),
    "crash of the interpreter": ("import ctypes; ctypes.string_at(0)", "crashed"),
    "all memory": ("x = [0]\n    while True: x += x", "MemoryError"),
    "huge output": ("while True: print('x' * 10**6)", "File too large"),
    "huge file": ("open('big', 'wb').write(b'x' * 10**8)", "File too large"),
    "huge answer": ("return ['x' * 100] * 20_000", "megabyte"),
    "os._exit": ("import os; os._exit(0)", "ended its process"),
    "sys.exit": ("import sys; sys.exit(0)", "SystemExit"),
    "kills itself": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "PermissionError"),
    "kills the grader": ("import os; os.kill(os.getppid(), 9)", "PermissionError"),
    "kills its group": ("import os; os.killpg(0, 9)", "PermissionError"),
    "fork bomb": ("import os\n    while True: os.fork()", "PermissionError"),
    "another program": ("import subprocess; subprocess.run(['sleep', '1000'])", "PermissionError"),
    "a shell": (
        "import os\n    return None if os.system('touch {outside}/x') else None", "found no path"),
    "threads": (
        "import threading, time\n"
        "    for _ in range(10): threading.Thread(target=time.sleep, args=(1000,)).start()\n"
        "    return None", "found no path"),
    "a thread that answers": (
        "import threading\n"
        "    threading.Thread(target=lambda: [problem.actions(s) for s in 'BSA']).start()\n"
        "    return []", ""),
    "network": ("import socket; socket.create_connection(('127.0.0.1', 80))", "PermissionError"),
    "writes outside": ("open('{outside}/x', 'w').write('x')", "[Errno "),
    "reads outside": ("return open('{outside}/secret').read()", "[Errno "),
    "removes the folder": (
        "import shutil; shutil.rmtree('{outside}'); return None", "[Errno "),
    "lists the tests": ("import os; return os.listdir('{outside}')", "[Errno "),
    "forged result": (
        "import os, json, sys\n"
        "    for fd in range(3, 512):\n"
        "        try: os.write(fd, b'[\"done\", [\"to A\", \"to C\", \"to G\"]]\\n')\n"
        "        except OSError: pass\n"
        "    while True: pass", "without calling"),
    "nonsense in the pipe": (
        "import os\n"
        "    for fd in range(3, 512):\n"
        "        try: os.write(fd, b'{{{{\\n')\n"
        "        except OSError: pass\n"
        "    return None", "isn't a question"),
    "closed pipe": ("import os; os.closerange(3, 512); return []", ""),
    "other answers of the probe": (
        "type(problem).goal_test = lambda self, state: True\n"
        "    problem.goal_test('G')\n    return []", "without calling"),
    "patched clew": (
        "import sys, types\n"
        "    for name in ('clew', 'clew.grading', 'clew.grading.behaviours'):\n"
        "        sys.modules[name] = types.ModuleType(name)\n"
        "    sys.modules['clew.grading.behaviours'].RULES = {{}}\n"
        "    return []", "without calling"),
    "patched grader": (
        "import __main__\n"
        "    __main__.child_probes.plain = lambda answer, deep=0: ['to A', 'to C', 'to G']\n"
        "    return []", "without calling"),
    "raised limits": (
        "import resource\n"
        "    resource.setrlimit(resource.RLIMIT_CPU, (10**6, 10**6))", "ValueError"),
    "an answer that lies": (
        "class Lie(list):\n"
        "        def __eq__(self, other): return True\n"
        "        def __len__(self): return 0\n"
        "    return Lie(['to G'])", "without calling"),
    "bad characters": ("raise ValueError('\\x1b[2J\\n<script>alert(1)</script>')", "ValueError"),
    "questions without end, and no answer read": (
        "import os\n"
        "    fd = the_pipe()\n"
        "    while True: os.write(fd, b'[\"ask\", \"cost of\", []]\\n' * 50)", "had not ended"),
    "one byte a second": (
        "import os, time\n"
        "    fd = the_pipe()\n"
        "    while True: os.write(fd, b' '); time.sleep(0.5)", "had not ended"),
    "notes without end": (
        "import os\n"
        "    fd = the_pipe()\n"
        "    while True: os.write(fd, b'[\"confined\", [], true]\\n' * 100)", "isn't a question"),
    "much in many messages": (
        "import os\n"
        "    fd = the_pipe()\n"
        "    while True: os.write(fd, b'[\"ask\", \"actions\", \"' + b'x' * 60_000 + b'\"]\\n')",
        ""),
    "a note that can't be looked up": (
        "import os\n"
        "    os.write(the_pipe(), b'[\"tell\", \"expand\", \"S\", [{{}}]]\\n')\n"
        "    while True: pass", "wrong arguments"),
    "a deep answer": (
        "import os\n"
        "    fd = the_pipe()\n"
        "    os.write(fd, b'[\"done\", ' + b'[' * 400 + b']' * 400 + b']\\n')\n"
        "    while True: pass", "deeply"),
    "many files": (
        "for number in range(10**7): open(f'{{number}}', 'w').close()", "files|No space"),
    "many bytes in files": (
        "for number in range(1000): open(f'{{number}}', 'wb').write(b'x' * (4 << 20))",
        "bytes of files|No space"),
    "sparse file": ("open('big', 'wb').truncate(1 << 40)", "File too large"),
    "deep folders": (
        "import os\n"
        "    for _ in range(10**6): os.mkdir('d'); os.chdir('d')", "files|No space"),
    "deep folders with long names": (
        "import os\n"
        "    for _ in range(10**6): os.mkdir('d' * 250); os.chdir('d' * 250)",
        "deep|files|No space"),
    "a folder without rights": (
        "import os\n    os.mkdir('d'); os.mkdir('d/e', 0); return None", "found no path"),
    "open files": ("kept = [open('x', 'w') for _ in range(10**5)]", "Too many open files"),
    "endless threads": (
        "import threading, time\n"
        "    threading.stack_size(32768)\n"
        "    while True: threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()",
        "thread"),
    "ignored signals": (
        "import signal\n"
        "    for each in range(1, 65):\n"
        "        try: signal.signal(each, signal.SIG_IGN)\n"
        "        except (OSError, ValueError): pass\n"
        "    while True: pass", "seconds of CPU"),
    "a shared piece of memory": (
        "import mmap\n    kept = [mmap.mmap(-1, 64 << 20) for _ in range(100)]", "memory"),
    "output to the other descriptors": (
        "import os\n"
        "    while True: os.write(1, b'x' * 10**6); os.write(2, b'x' * 10**6)", "File too large"),
    "a symbolic link": ("import os; os.symlink('{outside}/secret', 'x'); return None", "Errno"),
}  # fmt: skip

PIPE = """
import __main__, gc

def the_pipe():
    return next(each for each in gc.get_objects() if type(each) is __main__.Pipe).writing
"""

CALL = """
import ctypes, fcntl, os, platform, resource, signal, socket, struct, termios, threading
libc = ctypes.CDLL(None, use_errno=True)
parent, secret = os.getppid(), "{outside}/secret"

def call(name, *words):
    "Call a function of the C library, or a system call by its numbers."
    words = [os.fsencode(w) if isinstance(w, str) else w for w in words]
    if isinstance(name, str):
        made = getattr(libc, name)(*words)
    else:
        number = name[platform.machine() == "aarch64"] if isinstance(name, tuple) else name
        made = libc.syscall(number, *words)
    if made in (-1, 0xFFFFFFFF):
        raise OSError(ctypes.get_errno(), "refused")
    return made
"""

CALLS = {
    # Files outside: what Landlock doesn't look at.
    "truncate": "os.truncate(secret, 0)",
    "open to truncate": "os.open(secret, os.O_RDONLY | os.O_TRUNC)",
    "creat": "call('creat', secret, 0o600)",
    "openat2": "call(437, -100, secret, struct.pack('QQQ', 0, 0, 0), 24)",
    "chmod": "os.chmod(secret, 0o777)",
    "fchmodat2": "call(452, -100, secret, 0o777, 0)",
    "chown": "os.chown(secret, 1, 1)",
    "chown to itself": "os.chown(secret, -1, -1)",
    "utime": "os.utime(secret, (1, 1))",
    "setxattr": "os.setxattr(secret, 'user.x', b'x')",
    "removexattr": "os.removexattr(secret, 'user.kept')",
    "hard link": "os.link(secret, 'x')",
    "symbolic link": "os.symlink(secret, 'x')",
    "rename outside": "os.rename(secret, 'x')",
    "rename to outside": "open('y', 'w').close(); os.rename('y', '{outside}/y')",
    "mkdir outside": "os.mkdir('{outside}/d')",
    "rmdir outside": "os.rmdir('{outside}/empty')",
    "unlink": "os.unlink(secret)",
    "mknod": "os.mknod('x', 0o600 | 0o020000, os.makedev(1, 3))",
    "mkfifo": "os.mkfifo('x')",
    "O_PATH": "os.open('/proc/self/fd/%d' % os.open(secret, os.O_PATH), os.O_RDONLY)",
    "name_to_handle_at": "call((303, 264), -100, secret, bytes(128), bytes(8), 0)",
    "open_by_handle_at": "call((304, 265), -100, bytes(128), 0)",
    "inotify": "call('inotify_init')",
    "fanotify": "call('fanotify_init', 0, 0)",
    "lease": "fcntl.fcntl(os.open(os.__file__, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
    "notify": "fcntl.fcntl(os.open('.', os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_MULTISHOT | 1)",
    "lock": "fcntl.flock(os.open(os.__file__, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)",
    "sync": "call('syncfs', 1)",
    "quotactl": "call('quotactl', 0, None, 0, None)",
    "swapon": "call('swapon', secret, 0)",
    "acct": "call('acct', secret)",
    # Other processes.
    "kill": "os.kill(parent, 0)",
    "kill everything": "os.kill(-1, 0)",
    "tkill": "call((200, 130), parent, 0)",
    "tgkill": "call((234, 131), parent, parent, 0)",
    "sigqueue": "call((129, 138), parent, 9, bytes(128))",
    "pidfd_open": "call(434, parent, 0)",
    "pidfd_send_signal": "call(424, 0, 0, None, 0)",
    "pidfd_getfd": "call(438, 0, 0, 0)",
    "setown": "fcntl.fcntl(0, fcntl.F_SETOWN, parent)",
    "setown_ex": "fcntl.fcntl(0, 15, struct.pack('ii', 1, parent))",
    "setsig": "fcntl.fcntl(0, 10, signal.SIGKILL)",
    "async": "fcntl.fcntl(0, fcntl.F_SETFL, os.O_ASYNC)",
    "async by ioctl": "fcntl.ioctl(0, 0x5452, struct.pack('i', 1))",
    "setown by ioctl": "fcntl.ioctl(0, 0x8901, struct.pack('i', parent))",
    "ptrace": "call('ptrace', 16, parent, 0, 0)",
    "ptrace itself": "call('ptrace', 0, 0, 0, 0)",
    "process_vm_readv": "call('process_vm_readv', parent, bytes(16), 1, bytes(16), 1, 0)",
    "process_vm_writev": "call('process_vm_writev', parent, bytes(16), 1, bytes(16), 1, 0)",
    "process_madvise": "call(440, 0, bytes(16), 1, 4, 0)",
    "kcmp": "call((312, 272), parent, parent, 0, 0, 0)",
    "memory of the grader": "open(f'/proc/{parent}/mem', 'rb')",
    "descriptors of the grader": "os.listdir(f'/proc/{parent}/fd')",
    "environment of the grader": "open(f'/proc/{parent}/environ').read()",
    "its own memory": "open('/proc/self/mem', 'rb')",
    "its own maps": "open('/proc/self/maps')",
    "nice": "os.setpriority(os.PRIO_PROCESS, parent, 10)",
    "nice of all": "os.setpriority(os.PRIO_USER, os.getuid(), 10)",
    "nice of itself": "os.nice(1)",
    "ioprio_set": "call((251, 30), 1, parent, 3 << 13)",
    "affinity": "os.sched_setaffinity(parent, {0})",
    "scheduler": "os.sched_setscheduler(parent, os.SCHED_IDLE, os.sched_param(0))",
    "sched_setattr": "call((314, 274), parent, bytes(48), 0)",
    "limits of the grader": "resource.prlimit(parent, resource.RLIMIT_NOFILE)",
    "migrate_pages": "call((256, 238), parent, 0, None, None)",
    "move_pages": "call((279, 239), parent, 0, None, None, None, 0)",
    "timer": "call('timer_create', 0, struct.pack('PiiP', 0, 9, 4, parent) + bytes(40), bytes(8))",
    "setpgid": "os.setpgid(0, parent)",
    "setsid": "os.setsid()",
    "fork": "os.fork()",
    "vfork": "call((58, 9999), 0)",
    "clone": "call((56, 220), 17, 0, 0, 0, 0)",
    "clone3": "call(435, struct.pack('Q', 0) + bytes(56), 64)",
    "execve": "os.execv('/bin/true', ['true'])",
    "execveat": "call((322, 281), -100, '/bin/true', None, None, 0)",
    "memfd_create": "call('memfd_create', 'x', 0)",
    "memfd_secret": "call(447, 0)",
    "wait": "os.wait()",
    # Memory, messages and keys that outlive it.
    "shmget": "call('shmget', 0x5EC7, 4096, 0o1600)",
    "semget": "call('semget', 0x5EC7, 1, 0o1600)",
    "msgget": "call('msgget', 0x5EC7, 0o1600)",
    "mq_open": "call((240, 180), 'clew-test', 0o102, 0o600, None)",
    "POSIX shared memory": "open('/dev/shm/clew-test', 'w')",
    "add_key": "call((248, 217), 'user', 'clew-test', 'x', 1, -4)",
    "request_key": "call((249, 218), 'user', 'clew-test', None, -4)",
    "keyctl": "call((250, 219), 0, -4, 1)",
    # The kernel.
    "unshare": "call('unshare', 0x10000000)",
    "setns": "call('setns', 0, 0)",
    "mount": "call('mount', 'none', '.', 'tmpfs', 0, None)",
    "new mount": "call(430, 'tmpfs', 0)",
    "open_tree": "call(428, -100, '/', 0)",
    "mount_setattr": "call(442, -100, '/', 0, bytes(32), 32)",
    "umount": "call('umount2', '/', 2)",
    "pivot_root": "call((155, 41), '.', '.')",
    "chroot": "os.chroot('.')",
    "io_uring": "call(425, 1, bytes(120))",
    "userfaultfd": "call((323, 282), 1)",
    "bpf": "call((321, 280), 0, bytes(72), 72)",
    "perf_event_open": "call((298, 241), bytes(112), 0, -1, -1, 0)",
    "seccomp": "call((317, 277), 0, 0, None)",
    "landlock": "call(446, 0, 0)",
    "personality": "call('personality', 0x0040000)",
    "prctl: no signal when the grader dies": "call('prctl', 1, 0, 0, 0, 0)",
    "prctl: another process may trace it": "call('prctl', 0x59616d61, -1, 0, 0, 0)",
    "ioperm": "call((173, 9999), 0, 1, 1)",
    "arch_prctl": "call((158, 9999), 0x1011, 0)",
    "modify_ldt": "call((154, 9999), 0, None, 0)",
    "init_module": "call((175, 105), None, 0, '')",
    "kexec_load": "call((246, 104), 0, 0, None, 0)",
    "reboot": "call('reboot', 0)",
    "settime": "call('clock_settime', 0, bytes(16))",
    "adjtime": "call('adjtimex', bytes(208))",
    "hostname": "call('sethostname', 'x', 1)",
    "syslog": "call((103, 116), 10, None, 0)",
    "setuid": "os.setuid(0)",
    "setgroups": "os.setgroups([0])",
    "vhangup": "call('vhangup')",
    "terminal input": "fcntl.ioctl(0, termios.TIOCSTI, b'x')",
    "any terminal": "open('/dev/tty', 'rb')",
    "x32": "call((0x40000000 + 39, 9999))",
    # The network.
    "socket": "socket.socket()",
    "UNIX socket": "socket.socket(socket.AF_UNIX)",
    "pair of sockets": "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "netlink": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "vsock": "socket.socket(40, socket.SOCK_STREAM)",
}  # fmt: skip
"""One call each, which must be refused whoever runs the grader."""
