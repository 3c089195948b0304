"""Five houses in a row: who drinks water, and who owns the zebra?"""

import clew

zebra = clew.Problem()
names = "English Spaniard Ukrainian Norwegian Japanese, red green ivory yellow blue, dog snails "
names += "fox horse zebra, coffee tea milk juice water, OldGold Kools Chesterfield Lucky Parliament"
for group in names.split(","):
    zebra.all_different(zebra.variables(group, range(1, 6)))
same = "English red, Spaniard dog, coffee green, Ukrainian tea, OldGold snails, Kools yellow, "
zebra.add(*(a == b for a, b in zebra.groups(same + "Lucky juice, Japanese Parliament")))
for a, b in zebra.groups("Chesterfield fox, Kools horse, Norwegian blue"):
    zebra.add(abs(a - b) == 1)
zebra.add(zebra["green"] == zebra["ivory"] + 1, zebra["milk"] == 3, zebra["Norwegian"] == 1)
