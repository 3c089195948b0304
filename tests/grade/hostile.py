"""Thirty ways to misbehave: the body of a function that should be a depth-first search.

Each comes with words that the report must say of it; it must not touch the folder `{outside}`.
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
    "a shell": ("import os\n    return None if os.system('touch {outside}/x') else None", "no way"),
    "threads": (
        "import threading, time\n"
        "    for _ in range(10): threading.Thread(target=time.sleep, args=(1000,)).start()\n"
        "    return None", "no way"),
    "a thread that answers": (
        "import threading\n"
        "    threading.Thread(target=lambda: [problem.actions(s) for s in 'BSA']).start()\n"
        "    return []", ""),
    "network": ("import socket; socket.create_connection(('127.0.0.1', 80))", "PermissionError"),
    "writes outside": ("open('{outside}/x', 'w').write('x')", "PermissionError"),
    "reads outside": ("return open('{outside}/secret').read()", "PermissionError"),
    "removes the folder": (
        "import shutil; shutil.rmtree('{outside}'); return None", "PermissionError"),
    "lists the tests": ("import os; return os.listdir('{outside}')", "PermissionError"),
    "forged result": (
        "import os, json, sys\n"
        "    for fd in range(3, 512):\n"
        "        try: os.write(fd, b'[\"done\", [\"to A\", \"to C\", \"to G\"]]\\n')\n"
        "        except OSError: pass\n"
        "    while True: pass", "without asking"),
    "nonsense in the pipe": (
        "import os\n"
        "    for fd in range(3, 512):\n"
        "        try: os.write(fd, b'{{{{\\n')\n"
        "        except OSError: pass\n"
        "    return None", "no question"),
    "closed pipe": ("import os; os.closerange(3, 512); return []", ""),
    "other answers of the probe": (
        "type(problem).goal_test = lambda self, state: True\n"
        "    problem.goal_test('G')\n    return []", "without asking"),
    "patched clew": (
        "import sys, types\n"
        "    for name in ('clew', 'clew.grading', 'clew.grading.rules'):\n"
        "        sys.modules[name] = types.ModuleType(name)\n"
        "    sys.modules['clew.grading.rules'].RULES = {{}}\n    return []", "without asking"),
    "patched grader": (
        "import __main__\n"
        "    __main__.child_probes.plain = lambda answer, deep=0: ['to A', 'to C', 'to G']\n"
        "    return []", "without asking"),
    "raised limits": (
        "import resource\n"
        "    resource.setrlimit(resource.RLIMIT_CPU, (10**6, 10**6))", "ValueError"),
    "an answer that lies": (
        "class Lie(list):\n"
        "        def __eq__(self, other): return True\n"
        "        def __len__(self): return 0\n"
        "    return Lie(['to G'])", "without asking"),
    "bad characters": ("raise ValueError('\\x1b[2J\\n<script>alert(1)</script>')", "ValueError"),
}  # fmt: skip
