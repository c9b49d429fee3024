"""Every number that a measurement of a picture is compared with, where it comes from, and what it decides.

A threshold is read at each use (``thresholds.NAME``), so that `owleye bench thresholds` can change one at a time and
report the effect.  Numbers that are no threshold (sizes of crops, grids of a search) stay where
they are used.  "Chosen" means: set by hand on generated pictures, in steps, until neither neighbour was better.
"""

from __future__ import annotations

# ---- detection: which candidates are kept (vision/detection/refinement.py, detect.py) ----
#: Least score of a candidate in a picture without an empty table (0..1).  Higher: fewer false pieces, more missed ones.
SCORE = 0.3
#: The same where the table changed: of clear dice with a light sticker below the 1 a fifth scores less than SCORE.
SCORE_WHERE_NEW = 0.2
#: At the second look: the least score, and how sure the first look must have been where the second sees nothing.
SECOND_SCORE, FIRST_SCORE = 0.25, 0.5
#: The same where the table changed.
SECOND_SCORE_WHERE_NEW, FIRST_SCORE_WHERE_NEW = 0.07, 0.3
#: At least this part of a piece differs from the empty table; of a spot of light or a knot in wood less.  Chosen.
CHANGED_PART = 0.12
#: A change of this size (root of the area, px at the scale of the first look) may be an overlooked piece (22 to 37 px).
OVERLOOKED_PX = (13.0, 45.0)
#: A change is another piece where it is farther than this from every candidate, in sizes of the candidate.
OVERLOOKED_APART = 0.6
#: Grey levels by which a pixel differs at least from the empty table, and times its noise (four robust deviations).
DIFFERENT_LEVELS, DIFFERENT_NOISES = 12.0, 4.0
#: A detection this near to the middle of one of the mat's markers, in sides of the marker, is that marker.
MARKER_SIDES = 0.4

# ---- size and stance of pieces on the plane (stones.py, dice.py, disc_tilt.py, neighbours.py) ----
#: Diameters that pass for a stone of 25 mm, mm: the detection is off by up to 10 %.
STONE_RANGE_MM = (21.5, 28.5)
#: Edges that pass for a die, mm: dice are sold from 12 to 30 mm, and the detection is off by up to 10 %.
DIE_RANGE_MM = (11.0, 33.0)
#: Detected this large it is a Dicer (26.5 mm): the edges of clear dice are hard to see.
DICER_RANGE_MM = (22.0, 31.5)
#: The edge of a clear die is fitted in this range, mm.
CLEAR_RANGE_MM = (20.0, 30.0)
#: A die detected smaller than that may have this part of its detected edge, or be a clear one of which only the figure
#: inside was detected.
CLEAR_SMALLER = 0.8
#: A piece whose outline is narrower than this (of its length, as it would look if it lay flat) does not lie flat.
NARROW = 0.8
#: A stone whose rim is narrower than this leans by 20 degrees or more (cosine of 25 degrees: the rim is 3 mm thick).
LEANER_RIM = 0.905
#: One that lies on another, or below it, is likelier to lean: then by 18 degrees, just beyond the noise.
LEANER_RIM_STACKED = 0.95
#: A ray agrees with the fitted rim where its edge lies this near to it, in radii; so many rays must agree.
RIM_NEAR, RIM_AGREED = 0.025, 0.65
#: Below this chance of lying level a die is cocked.
COCKED_CHANCE = 0.1
#: Below these chances nobody can say how a die lies: where it stands alone, and where it may lean on another piece.
UNSTEADY_CHANCE, UNSTEADY_CHANCE_BESIDE = 0.25, 0.6
#: A die may lean on a piece whose centre is nearer than so many of its sizes.
BESIDE_SIZES = 1.7
#: Below this score the outline of a die may be wrong: the players are asked.
FAINT_SCORE = 0.25
#: Below this score nobody is told that a die does not lie flat.
ASKEW_SCORE = 0.5
#: Pieces whose centres are farther apart than this, in sums of their sizes, are no neighbours.
NEIGHBOUR_SIZES = 0.75
#: Two stones share more of their area than this only where one lies on the other.
STACKED_PART = 0.06
#: Pieces whose outlines are nearer than this, in sizes, touch.
TOUCHING_SIZES = 0.08

# ---- pose fit of dice (motion/change_maps.py, and in detection: cube_search, die_pose, dice, overlooked_dice) ----
#: Log contrast at which an edge, a change of colour and a change of structure count half: a person calls 0.10 visible
#: at a glance; structure is measured after a high-pass that halves it.
HALF_EDGE, HALF_COLOUR, HALF_STRUCTURE = 0.03, 0.10, 0.04
#: Noise counts against them as so many robust standard deviations of the window.
MAP_NOISES = 2.5
#: A place of the change map (0..1) that is no longer the empty table.
MAP_CHANGED = 0.5
#: Places farther than this from the detected one are not searched, in edges: the detector takes the front face of a
#: clear cube, or what is seen of its foot, for the top face.
SEARCH_RADIUS = 0.95
#: Two poses are the same one where they are nearer than this: in edges, degrees, and logarithms of the edge.
SAME_POSE_EDGES, SAME_POSE_DEG, SAME_POSE_LOG = 0.15, 12.0, 0.15
#: Dice whose centres are nearer than so many edges are fitted jointly: their search areas overlap.
JOINT_EDGES = 1.9
#: Cubes whose centres are nearer than so many edges intersect at whatever angle (1, less the error of two fits).
CUBES_APART = 0.9
#: A fitted cube farther than this from its detection, in edges, is another die.
FIT_REACH_EDGES = 1.25
#: A fit scores at least this where a die lies: an empty place scores up to 0.16 by chance, a die at least 0.36.
FIT_SCORE = 0.24
#: Standard deviations up to which a pose is certain: it must be right within 3 mm and 8 degrees in nearly all cases.
FIT_STD_MM, FIT_STD_DEG = 2.0, 5.0
#: Dice whose detected centre lies farther than this outside of the play area are not fitted, mm.
FIT_OUTSIDE_MM = 25.0
#: A cube that no detection supports must score this: twice what one cube too many scores by its neighbours' edges.
OVERLOOKED_FIT_SCORE = 0.6
#: Mean change that calls for another die: more than a shadow changes, which has no structure.
UNEXPLAINED_CHANGE = 0.55

# ---- the plane and the camera (vision/geometry, vision/motion/camera_drift.py) ----
#: A plane whose markers fit worse than this confuses pieces by their sizes, mm.
PLANE_WORST_MM = 2.0
#: Seen at a flatter angle than this the far markers cannot be measured, degrees from straight above.
PLANE_STEEPEST_DEG = 65.0
#: A marker smaller than this cannot be told from others, px.
MARKER_PX = 12.0
#: A cube between these edges can be computed from its top face, mm.
CUBE_RANGE_MM = (5.0, 60.0)
#: A marker's corner that the refinement moves by more than so many window sizes keeps its first place.
CORNER_MOVED = 1.5
#: A picture whose sides' ratio differs by more than this from the lens's is of another shape.
LENS_SHAPE = 0.01
#: Noise of the markers, mm: nearer than this the plane is as good as a new one.
CAMERA_STILL_MM = 0.7
#: Moved farther than this, people are told that the mat is followed, mm.
CAMERA_NUDGED_MM = 2.0
#: Moved farther than this it was no nudge, mm: light, focus and what else lies in view are not those calibrated.
CAMERA_FAR_MM = 40.0

# ---- settling: when to look (vision/motion/settling.py, change.py) ----
#: Contrast that counts as moved between two pictures; a soft shadow moves by up to 0.13.
MOVED_CONTRAST = 0.16
#: Contrast that counts as moved since everything came to rest.
DRIFTED_CONTRAST = 0.45
#: Contrast that counts as not the empty table.
CHANGED_CONTRAST = 0.10
#: The limits above rise to so many times the picture's own noise, but not above LOUDEST.
NOISES, LOUDEST = 6.0, 0.25
#: Brightness of half of the table that changes at once: a lamp, not a hand.
FLASH = 0.04
#: Everything must rest this long, s.
STILL_S = 0.2
#: A stir this short is a knock, not a hand, s.
JOLT_S = 0.12
#: A hand never keeps still for this long, s: then it is a thing that lies there.
HAND_RESTS_S = 8.0
#: Pixels that may flicker.
SPECKS_PX = 2
#: Fewer changed pixels are no piece.
PIECE_PX = 4
#: So many pixels that reach in from the edge are an arm, not a piece.
ARM_PX = 300
#: More of the table than this changed: the camera was moved, or it is dark.
UPSET_PART = 0.3
#: Of a face left alone hardly a pixel differs; of a die on another side, or pushed by 4 mm, a fifth at least.
STIRRED_PART = 0.04

# ---- reading (vision/pipeline.py, vision/recognition) ----
#: How far (log odds) the best answer must lead to be sure, where this table has not set its own.
MARGIN = 2.0
#: So many margins must a stone lead that lies over or under another: some of it may be hidden.
STACKED_MARGINS = 2.0
#: So many margins must a die lead before it is named, where the game has not said which dice it waits for.
DICE_ALIKE_MARGINS = 3.0
#: The places of a stone that leads by fewer margins are compared too.
DOUBTFUL_MARGINS = 2.0
#: A piece has the note "glare" where more of its crop than this is blown out: brighter than so many levels.
GLARE_PART, BLOWN_LEVEL = 0.12, 250
#: An answer is listed among the candidates of a piece from this probability on, relative to the likeliest: below it, it
#: could not outweigh the game's expectations (NOT_EXPECTED, about 0.05, and the same again).  Chosen.
LISTED = 0.001
#: Log odds against a piece that the game does not wait for, where it says what it waits for.
NOT_EXPECTED = 3.0
#: A crop is no face above this chance; and of a kind above the same.
LIKELIER_THAN_NOT = 0.5
#: Pips that are this likely are believed on what was detected as a disc.
PLAIN_PIPS = 0.95
#: Inks that differ by no more than this (log of ratios) may be the same in another light.
SAME_INK = 0.15
#: Inks that are farther apart count as this: a lamp mirrored in a stone may be taken for its ink.
FARTHEST_INK = 1.0
#: Colour words: brightness (0..1, beside white) and strength of colour of a black stone, of a brown, of a white one.
BLACK_LIGHT, BLACK_STRENGTH, BROWN_STRENGTH, WHITE_LIGHT = 0.33, 0.45, 0.3, 0.85
#: A white stone is at most this much bluer than the white of the picture.
WHITE_BLUE = 1.02

# ---- detection where nothing is known of the table (vision/uncalibrated) ----
#: Without a plane there is no second opinion: score of the most frequent kind in the picture, and of the others.
SCORE_OF_MOST, SCORE_OF_FEW = 0.37, 0.55
#: A detection below this score may be no piece at all, and covers none that scores higher.
PHANTOM_SCORE = 0.5
#: Score of a detection at another scale than the best.
SCORE_ELSEWHERE = 0.4
#: Sizes of pieces, in usual sizes; the field of a board that one lies on is larger.
USUAL_RANGE = (0.5, 1.9)
#: Sizes (root of the area, px) at which the detector is trained, with some room.
DETECTOR_PX = (13, 70)
#: A scale is tried where it shrinks the picture, or enlarges it by less than this.
ENLARGED = 1.3
#: A disc whose centre is this near to that of a die, in its sizes, is a pip.
PIP_SIZES = 0.8
#: A smaller candidate is a part of a larger one of a higher score: at most this part of its size, this near.
PART_SIZE, PART_SIZES = 0.5, 0.5
#: Sizes within this (logarithm) of each other are one usual size.
USUAL_LOG = 0.35
#: The taller drawing of a picture is believed where it shows so much more.
MUCH_BETTER = 1.15
#: A picture smaller than this on both sides is of one face that fills it, px.
CLOSE_UP_PX = 128
