"""Functions as students write them: each must run in the student's process, and return True."""


def uses_numpy() -> bool:
    import threading

    try:
        import numpy as np
    except ImportError:
        return True
    square = np.random.default_rng(1).random((300, 300))
    found: list[float] = []
    threads = [
        threading.Thread(target=lambda: found.append(float((square @ square).sum())))
        for _ in range(4)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return len(found) == 4 and bool(np.linalg.eigvals(square[:50, :50]).size)


def uses_standard_library() -> bool:
    import bz2
    import collections
    import copy
    import csv
    import ctypes
    import dataclasses
    import datetime
    import decimal
    import enum
    import hashlib
    import heapq
    import inspect
    import itertools
    import json
    import logging
    import lzma
    import math
    import pickle
    import platform
    import queue
    import random
    import re
    import secrets
    import sqlite3
    import ssl
    import statistics
    import time
    import timeit
    import tracemalloc
    import unittest
    import uuid
    import zlib

    modules = (bz2, collections, copy, csv, ctypes, dataclasses, decimal, enum, hashlib, inspect,
               itertools, json, lzma, math, pickle, queue, re, ssl, statistics, tracemalloc,
               unittest, zlib)  # fmt: skip
    table = sqlite3.connect(":memory:")
    table.execute("create table t (x)")
    random.seed()
    time.sleep(0.01)
    logging.warning("a warning")
    print("hello")
    heap = [3, 1, 2]
    heapq.heapify(heap)
    known = (datetime.datetime.now().astimezone(), platform.platform(), time.localtime())
    made = (secrets.token_hex(), uuid.uuid4(), timeit.timeit("1 + 1", number=10))
    return all((*modules, *known, *made)) and heap[0] == 1


def uses_threads() -> bool:
    import queue
    import threading
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(8) as pool:
        total = sum(pool.map(abs, range(-100, 0)))
    waiting: queue.Queue[int] = queue.Queue()
    threading.Timer(0.01, waiting.put, (3,)).start()
    return total == 5050 and waiting.get(timeout=5) == 3


def uses_recursion() -> bool:
    import sys
    import threading

    def down(n: int) -> int:
        return 0 if n == 0 else 1 + down(n - 1)

    sys.setrecursionlimit(50_000)
    threading.stack_size(64 << 20)
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(down(10_000)))
    thread.start()
    thread.join()
    return found == [10_000] and down(900) == 900


def uses_files() -> bool:
    import shutil
    import tempfile
    from pathlib import Path

    with Path("a.txt").open("w") as file:
        file.write("x")
    with Path("a.txt").open("r+") as file:
        file.truncate(0)
    Path("d/e").mkdir(parents=True)
    shutil.copyfile("a.txt", "d/b.txt")
    Path("d/b.txt").rename("d/e/c.txt")
    with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile() as named:
        made = Path(folder).exists() and Path(named.name).exists()
    found = sorted(map(str, Path().rglob("*.txt")))
    shutil.rmtree("d")
    return made and found == ["a.txt", "d/e/c.txt"] and Path.home() == Path.cwd()


def uses_signals() -> bool:
    import signal
    import time

    hit: list[int] = []
    signal.signal(signal.SIGALRM, lambda number, frame: hit.append(number))
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    time.sleep(0.1)
    signal.raise_signal(signal.SIGALRM)
    return len(hit) == 2


def uses_input() -> bool:
    try:
        input()
    except EOFError:
        return True
    return False
