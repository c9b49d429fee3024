"""The words of a language as questions use them: those that say nothing, endings, and words of one meaning.

The words are data for `web.pages.search` and are shown nowhere.  Endings are cut off before words are compared, so the
lists below name one form of each word, and irregular ones: "sell" stands for "sells" and "selling", and "sold" is
listed with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """``silent`` words are left out of a question; ``endings`` are cut off, the longest first.

    ``infinitive`` is a pattern of words such as "wegzulaufen" whose two groups together are the verb; empty for none.

    Each of the ``meanings`` is a group of words that mean the same in a question about a game; a word of several
    meanings stands in several groups.
    """

    silent: frozenset[str]
    endings: tuple[str, ...]
    infinitive: str
    meanings: tuple[frozenset[str], ...]


def _language(silent: str, endings: str, meanings: str, infinitive: str = "") -> Language:
    """A language out of words with blanks between them; each line of *meanings* is a group."""
    groups = (frozenset(line.split()) for line in meanings.splitlines() if line.strip())
    return Language(frozenset(silent.split()), tuple(endings.split()), infinitive, tuple(groups))


ENGLISH = _language(
    """
    a about all allowed already also always am an and any anybody anyone are as ask at be because been before being
    but by can cannot could did do does doing done either else ever every explain for from get gets go goes going
    had happen happens has have having he her here him his how i if in instead into is it its just know like may me
    mean means might more much must my need no not now of okay on one only or our out own please possible rule rules
    say she should so some somebody someone something than that the their them then there these they thing this
    those through to too until us use using very want was way we were what whatever when where whether which while who
    whom whose why will with without would away yes yet you your yours let lets don doesn didn isn aren can't
    """,
    "ations ation ings ing ies ers er ed es y s e",
    """
    die dead death dying
    die dice
    roll throw thrown threw toss
    cast throw thrown threw
    equip wear worn
    tie tied equal same even
    begin began begun start first
    win won winner victory beat beaten better
    lose lost loser losing loss cost
    sell sold sale buy bought
    give gave given gift present lend lent
    take took taken steal stole stolen
    gain receive got earn
    level up
    fight fought combat battle
    run ran flee fled escape
    choose chose chosen pick
    keep kept
    swap exchange change trade
    fall fell fallen off
    two second twice both several
    once twice often times
    many most number two
    look see seen show shown hide hidden search
    rid discard drop remove lift lifted
    below under lower
    row running consecutive
    end over finish
    free release rescue save
    extra excess spare surplus above
    again second twice
    hand hold held
    opponent enemy other
    lean leaner edge stand standing
    hat headgear helmet
    shoe boot footgear
    armour armor
    colour color
    gem jewel
    kill killed defeat
    one 1
    two 2
    three 3
    four 4
    five 5
    six 6
    nine 9
    ten 10
    """,
)
GERMAN = _language(
    """
    aber alle allen alles als also am an andere anderen anderer auch auf aus bei beim bin bis bitte da
    dabei damit dann darf darfst das dass dein deine deinem deinen dem den denn der des deshalb die dies diese diesem
    diesen dieser dieses doch dort du dürfen durch ein eine einem einen einer eines er erlaubt erklären es etwas euch
    euer für ganz geht gehen genau gerade gibt habe haben hat hast hatte hier ich ihm ihn ihnen ihr ihre im immer in ins
    ist ja jede jeden jeder jedes jemand jetzt kann kannst kein keine keinen können könnte machen macht man mein meine
    meinem meinen mehr mich mir mit muss müssen musst nach nicht nichts noch nun nur ob oder ohne passiert passieren
    regel regeln schon sein seine seinem seinen selbst sich sie sind so soll solche sollen sonst tun tut über um
    und uns unser unter vom von vor wann war warum was weil weiter welche welchem welchen welcher
    welches wem wen wenn wer werde werden weshalb wessen wie wieso will wir wird wo wollen womit worden wurde zu
    zum zur zwischen geschieht möglich nein okay ob während wofür hin wohin woher brauche braucht brauchen
    bringt bringen runter herunter hinunter rauf herauf rein rüber
    """,
    "eren ere ern est em en er es et st e n s t",
    """
    tot tod sterben stirbt gestorben töten
    wurf werfen wirft geworfen
    wurf würfeln
    gewinnen gewonnen sieg siegen siegreich besiegen schlagen schlägt geschlagen
    verlieren verloren verlust kosten
    beginnen begonnen anfangen fangen fängt zuerst erster starten
    gleichstand gleich unentschieden
    gleich selbe derselbe denselben dieselbe demselben
    helfen hilfe hilft helfer geholfen
    kampf kämpfen bekämpfen gekämpft
    weglaufen wegläuft läuft fliehen entkommen
    verschenken schenken geschenk weggeben
    bekommen erhalten kriegen
    nehmen nimmt genommen stehlen klauen wegnehmen
    nutzen benutzen einsetzen verwenden eingesetzt
    ende endet vorbei beenden
    anlegen angelegt ablegen abgelegt anziehen ausziehen wechseln
    verkaufen verkauft kaufen gekauft
    tauschen wechseln austauschen getauscht eintauschen
    bund bünde verbündete
    zauber zauberspruch spruch
    stufe level steigen steigt aufsteigen gestiegen
    wählen gewählt aussuchen auswählen
    spielen ausspielen gespielt
    noch nochmal einmal wieder
    zwei zweite zweiter beide zweimal mehrere
    einmal zweimal oft
    viel viele wieviel höchstens anzahl zahl zwei
    sehen sieht ansehen schauen zeigen gesehen sichtbar offen verdeckt
    juwel edelstein
    zurück heraus raus
    fallen fällt gefallen herunterfallen
    bitten bittet gebeten fragen
    loswerden abwerfen aufheben aufgehoben entfernen
    frei befreien freilassen retten rettung
    überzählig übrig zusätzlich extra
    hand handkarte halten hält
    gegner gegenspieler mitspieler
    kante hochkant kippen gekippt lehnen
    hut helm kopfbedeckung
    schuh stiefel fußbekleidung
    farbe farbig
    eins 1
    zwei 2
    drei 3
    vier 4
    fünf 5
    sechs 6
    neun 9
    zehn 10
    """,
    infinitive="(ab|an|auf|aus|ein|fest|frei|her|heraus|hin|hinaus|los|mit|nach|um|vor|weg|weiter|zurück)zu(\\w+en)",
)
LANGUAGES: Mapping[str, Language] = {"en": ENGLISH, "de": GERMAN}
