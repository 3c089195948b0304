"""SEND + MORE = MONEY: each letter is a different digit, and no number starts with 0."""

import clew

send = clew.Problem()
send.variables("SENDMORY", range(10))
send.all_different()
send.add(send["S"] > 0, send["M"] > 0)
send.add(send.digits("SEND") + send.digits("MORE") == send.digits("MONEY"))
