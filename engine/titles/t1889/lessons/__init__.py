"""Six lessons for people who have never played, in the beginner's game of 1889.

Kai is the learner. Both courses are one game told twice: in the careful one Kai's company buys two cheap trains and
keeps money for the next one, in the greedy one it buys three.
"""

from __future__ import annotations

from engine.lessons import Goal, Lesson, Losing, Note, course
from engine.titles.t1889.lessons import goals, others
from engine.titles.t1889.lessons.facts import facts

CAREFUL, GREEDY = "careful.toml", "greedy.toml"
LEARNER = "p1"

LESSONS = (
    Lesson(
        "share",
        LEARNER,
        course("1889", CAREFUL, 0),
        (Note("rounds", goals.leads_nothing), Note("par", goals.has_par)),
        (Goal("president", goals.is_president), Goal("floated", goals.has_floated)),
        (Losing("dear", goals.too_dear), Losing("spent", goals.spent), Losing("over", goals.first_round_over)),
        others.reply,
        facts,
    ),
    Lesson(
        "track",
        LEARNER,
        course("1889", CAREFUL, 23),
        (Note("steps", goals.at("track")), Note("first_train", goals.may_buy_first)),
        (Goal("joined", goals.has_route), Goal("train", goals.has_train)),
        (Losing("astray", goals.leads_nowhere),),
        others.reply,
        facts,
    ),
    Lesson(
        "run",
        LEARNER,
        course("1889", CAREFUL, 47),
        (Note("best", goals.at("run")), Note("choice", goals.at("dividend"))),
        (Goal("ran", goals.has_run), Goal("paid", goals.price_above(60))),
        (Losing("kept", goals.price_below(60)),),
        others.reply,
        facts,
    ),
    Lesson(
        "withhold",
        LEARNER,
        course("1889", GREEDY, 65),
        (Note("for_sale", goals.has_withheld),),
        (Goal("ran", goals.has_run_again(2)), Goal("first4", goals.has_first_four)),
        (Losing("late", goals.four_is_gone), Losing("paid", goals.price_above(65))),
        others.reply,
        facts,
    ),
    Lesson(
        "rust",
        LEARNER,
        course("1889", CAREFUL, 47),
        (Note("for_sale", goals.lacks_lasting_train),),
        (Goal("lasting", goals.has_lasting_train), Goal("outlived", goals.has_outlived_rust)),
        (Losing("rusted", goals.all_rusted),),
        others.reply,
        facts,
    ),
    Lesson(
        "money",
        LEARNER,
        course("1889", GREEDY),
        (Note("upgrades", goals.at("track")), Note("must", goals.at("train"))),
        (Goal("sold", goals.has_sold), Goal("bought", goals.has_train_and(kept=6))),
        (Losing("spent", goals.treasury_below(250)),),
        others.reply,
        facts,
    ),
)
