"""All thresholds of the vision pipeline: value, unit, effect and origin.

A threshold is read at each use (``thresholds.NAME``), so that `owleye bench thresholds` can change one at a time and
report the effect. Numbers that are no thresholds (sizes of crops, grids of a search) stay where they are used. "Chosen"
means: set by hand on generated pictures, in steps, until neither neighbouring value was better.
"""

from __future__ import annotations

# ---- detection: which candidates are accepted (vision/detection/refinement.py, detect.py) ----
#: Least score of a candidate in a picture without an empty table (0..1).  Higher: fewer false pieces, more missed ones.
SCORE = 0.3
#: The same where the table changed: a fifth of clear dice with a light sticker below the 1 score less than SCORE.
SCORE_WHERE_NEW = 0.2
#: In the second pass: the least score, and the score of the first pass above which a candidate without confirmation
#: stays.
SECOND_SCORE, FIRST_SCORE = 0.25, 0.5
#: The same where the table changed.
SECOND_SCORE_WHERE_NEW, FIRST_SCORE_WHERE_NEW = 0.07, 0.3
#: Least score of a disc that overlaps a refined one and that the first pass did not find.  Of 60 painted stacks 0.35
#: finds one more than 0.5; lower values take more rings on printed mats for stones.
OVERLAPPING_SCORE = 0.5
#: Accepted sizes of such a disc, in sizes of the refined one; stones are of one size.  Chosen.
OVERLAPPING_SIZES = (0.8, 1.25)
#: Least part of a piece that differs from the empty table; of a spot of light or a knot in wood less differs. Chosen.
CHANGED_PART = 0.12
#: A change of this size (root of the area, px at the scale of the first pass) may be an overlooked piece: 22 to 37 px,
#: and 46 for a clear die with its front and its shadow under a tilted camera.
OVERLOOKED_PX = (13.0, 60.0)
#: A detected piece explains the change within this many of its half axes: a stone with its shadow, a die with its front
#: and its shadow. Smaller values gave more candidates that are no pieces, none that is one.
COVERED_BY_DISC, COVERED_BY_DIE = 1.4, 2.0
#: Where the second pass has no spot near a candidate, it may lie this far away (sizes of the candidate) if its score
#: exceeds this: the centre of a change can lie half a die before the top face.
FARTHER_SIZES, FARTHER_SCORE = 0.7, 0.5
#: A die that the second pass did not confirm is another piece where nothing refined is nearer, in sizes of the die.
OVERLOOKED_APART = 0.6
#: Least difference of a pixel from the empty table: grey levels, and multiples of its noise (four robust deviations).
DIFFERENT_LEVELS, DIFFERENT_NOISES = 12.0, 4.0
#: A detection nearer than this to the centre of one of the mat's markers, in sides of the marker, is that marker.
MARKER_SIDES = 0.4

# ---- size and stance of pieces on the plane (stones.py, dice.py, detect.py) ----
#: Accepted diameters of a stone of 25 mm, mm: the detection is off by up to 10 %.
STONE_RANGE_MM = (21.5, 28.5)
#: Accepted edges of a die, mm: dice are sold from 12 to 30 mm, and the detection is off by up to 10 %.
DIE_RANGE_MM = (11.0, 33.0)
#: A die detected in this range, mm, is a Dicer (26.5 mm): the edges of clear dice are hard to see.
DICER_RANGE_MM = (22.0, 31.5)
#: Range in which the edge of a clear die is fitted, mm.
CLEAR_RANGE_MM = (20.0, 30.0)
#: Range of the edge of a die whose edge was measured in a lesson, relative to it, and the standard deviation of its
#: logarithm: on our own path-traced dice half of the measurements are within 1.6 % of the true edge.
KNOWN_EDGE, KNOWN_EDGE_SPREAD = (0.95, 1.05), 0.03
#: A die detected below that range may have this part of its detected edge, or be a clear die of which only the figure
#: inside was detected.
CLEAR_SMALLER = 0.8
#: A piece whose outline on the plane has a smaller axis ratio than this does not lie flat.
NARROW = 0.8
#: A stone whose rim has a smaller axis ratio than this leans by 20 degrees or more (cosine of 25 degrees: the rim is 3
#: mm thick).
LEANER_RIM = 0.905
#: The same for stacked stones, which lean more often: 18 degrees, just beyond the noise.
LEANER_RIM_STACKED = 0.95
#: A ray agrees with the fitted rim if its edge is nearer than this, in radii; least part of the rays that must agree.
RIM_NEAR, RIM_AGREED = 0.025, 0.65
#: Below this probability of lying level a die is cocked. The network has learnt from pictures in which a third of the
#: dice lean; of dice that nothing supports hardly one in a hundred does, so that even at this probability six of seven
#: lie level.
COCKED_CHANCE = 0.1
#: Log odds against lying level for a tilted cube whose score is higher by 1 than that of the level one, and the
#: probability of both together below which a die that may lean on another piece is faint. On our own path-traced dice
#: 15 was best; in pictures of another renderer level dice have leads up to 0.2, so less is taken (docs/training.md).
TILT_WEIGHT, TILTED_CHANCE = 10.0, 0.2
#: A tilted cube hardly ever leads by more; where not even this would give the die a note, none is fitted: above 0.9 of
#: the network for a die beside a piece, as was chosen before, and so above 0.8 for a lone one.
MOST_TILT_MARGIN = 0.36
#: Below this probability of lying level a die is faint where the empty table is not known.
UNSTEADY_CHANCE = 0.6
#: A die may lean on a piece whose centre is nearer than this, in sizes of the die.
BESIDE_SIZES = 1.7
#: Below this score the outline of a die may be wrong, so the players are asked.
FAINT_SCORE = 0.25
#: Below this score a die that is no square on the plane is faint instead of cocked.
ASKEW_SCORE = 0.5
#: A detection of which the network is not sure is a stone from this score of a level disc on, if that exceeds the score
#: of the best cube by the second number; it is a die if a cube leads by the third. On three rendered houses and four
#: own tables 99 in 100 separate stones score above 0.85 and lead by 0.2 to 0.9, clear dice score at most 0.77, the
#: empty table 0.54. Painted opaque dice with their shadow score up to 1.0, with a lead of up to 0.3.
DISC_SCORE, DISC_LEAD, CUBE_LEAD = 0.83, 0.3, 0.1
#: Diameters of such a disc, mm: stones of 25 mm are measured 24 to 28 mm wide, with their blur and their side, and
#: coins of 22 mm and less below 23.5.
DISC_RANGE_MM = (23.5, 28.5)
#: Pieces whose centres are farther apart than this, in sums of their sizes, are no neighbours.
NEIGHBOUR_SIZES = 0.75
#: Two stones that share more of their area than this are stacked.
STACKED_PART = 0.06
#: Pieces whose outlines are nearer than this, in sizes of the larger one, touch.
TOUCHING_SIZES = 0.08

# ---- pose fit of dice (vision/detection: change, cube_search, die_pose, dice, overlooked_dice) ----
#: Log contrast at which an edge, a change of colour and a change of structure count half: 0.10 is visible at a glance;
#: structure is measured after a high-pass filter that halves it.
HALF_EDGE, HALF_COLOUR, HALF_STRUCTURE = 0.03, 0.10, 0.04
#: Weight of the noise in the same sum, in robust standard deviations of the window.
MAP_NOISES = 2.5
#: Least part of a window without pieces; below it the empty table is fitted to the whole window. Chosen.
FREE_PART = 0.1
#: Least value of the change map (0..1) at which a place is no longer the empty table.
MAP_CHANGED = 0.5
#: Radius of the search for a cube about the detection, in edges: the detector takes the front face of a clear cube, or
#: the visible part of its foot, for the top face.
SEARCH_RADIUS = 0.95
#: Two poses nearer than this are the same: in edges, degrees, and logarithms of the edge.
SAME_POSE_EDGES, SAME_POSE_DEG, SAME_POSE_LOG = 0.15, 12.0, 0.15
#: Dice whose centres are nearer than this, in edges, are fitted jointly: their search areas overlap.
JOINT_EDGES = 1.9
#: Cubes whose centres are nearer than this, in edges, intersect at every angle (1, minus the error of two fits).
CUBES_APART = 0.9
#: A fitted cube farther than this from its detection, in edges, is another die.
FIT_REACH_EDGES = 1.25
#: Least score of a fit: an empty place scores up to 0.16 by chance, a die at least 0.36.
FIT_SCORE = 0.24
#: A wider range of edges than this is searched where the edge is not known; a cube with the least of them is not
#: certain, because what lies there may be smaller: the squares of a checked cloth.
EDGE_UNKNOWN = 1.25
#: Largest standard deviations of a certain pose: it must be right within 3 mm and 8 degrees in nearly all cases.
FIT_STD_MM, FIT_STD_DEG = 2.0, 5.0
#: Dice whose detected centre is farther than this outside the play area are not fitted, mm.
FIT_OUTSIDE_MM = 25.0
#: Least score of a cube without a detection: well above that of a false cube that uses its neighbours' edges, 0.3. From
#: the second number on a cube that reaches no more, or has no certain pose, is a die about which the players are asked.
#: Of 432 painted clear dice in groups of two to four 9 were missed and 52 asked at 0.5 and 0.45; 23 missed if none was
#: asked, and 28 at 0.6. At 0.4 five more of 1,404 are found, and in 244 rendered pictures nothing that is no die.
OVERLOOKED_FIT_SCORE, OVERLOOKED_LIKELY_SCORE = 0.5, 0.4
#: Least probability of lying level for such a cube, near a detected die and elsewhere: above the first are 94 of 100
#: level dice that are found so and 31 of 100 cubes on painted cards, boxes and other things, above the second 84 and 5.
OVERLOOKED_LEVEL_CHANCE, LONE_LEVEL_CHANCE = 0.35, 0.5
#: A change that no detection explains may be a die if it is at least this wide, in edges; its largest area, in squares
#: of the edge; and the least distance from its rim of a place where a die is searched, in edges. Four dice with their
#: sides and shadows cover up to 10, a playing card 8, a hand over 20.
OVERLOOKED_WIDE, OVERLOOKED_AREA, OVERLOOKED_DEPTH = 0.5, 12.0, 0.25
#: A fitted cube explains the change within its outline enlarged by this factor.
COVERED_BY_CUBE = 1.1

# ---- the plane and the camera (vision/geometry) ----
#: What a lens file may hold, generously: focal length in parts of the picture's longer side, that side, and distortion.
LENS_FOCAL, LENS_LONGEST_PX, LENS_MOST_BENT = (0.1, 100.0), 100_000, 1e4
#: A plane with a larger error than this confuses pieces by their sizes, mm.
PLANE_WORST_MM = 2.0
#: At a larger tilt than this the far markers cannot be measured, degrees from straight above.
PLANE_STEEPEST_DEG = 65.0
#: A marker smaller than this cannot be identified reliably, px.
MARKER_PX = 12.0
#: Range of edges in which a cube is computed from its top face, mm.
CUBE_RANGE_MM = (5.0, 60.0)
#: A marker's corner that the refinement moves farther than this, in window sizes, keeps its first position.
CORNER_MOVED = 1.5
#: Largest relative difference of a picture's aspect ratio from the lens's.
LENS_SHAPE = 0.01
#: Noise of the markers, mm: within it the calibrated plane is as good as a new one.
CAMERA_STILL_MM = 0.7
#: Above this movement, mm, people are informed that the plane follows the mat.
CAMERA_NUDGED_MM = 2.0
#: Above this movement, mm, light, focus and surroundings may differ from those calibrated: nothing is judged.
CAMERA_FAR_MM = 40.0

# ---- settling: when to read (vision/settling.py, vision/detection/change_mask.py) ----
#: Least change of contrast between two pictures that is movement; a soft shadow causes up to 0.13.
MOVED_CONTRAST = 0.16
#: Least change of contrast since the table came to rest that is movement.
DRIFTED_CONTRAST = 0.45
#: Least difference of contrast from the empty table.
CHANGED_CONTRAST = 0.10
#: The limits above rise to NOISES times the noise of the picture, but not above LOUDEST.
NOISES, LOUDEST = 6.0, 0.25
#: Relative change of brightness of half the table between two pictures that is a lamp, not a hand.
FLASH = 0.04
#: Least duration of a rest, s.
STILL_S = 0.2
#: Movement shorter than this is a knock, not a hand, s.
JOLT_S = 0.12
#: Longest rest of a hand, s: what stays longer is an object on the table.
HAND_RESTS_S = 8.0
#: Number of changed pixels that are ignored as flicker.
SPECKS_PX = 2
#: Least number of changed pixels of a piece.
PIECE_PX = 4
#: Least size of a changed region at the border, px, that is an arm and not a piece.
ARM_PX = 300
#: Changed part of the table above which the camera was moved, or it is dark.
UPSET_PART = 0.3
#: Largest changed part of an unchanged outline: almost nothing of an untouched face differs, at least a fifth after a
#: die is turned over or pushed by 4 mm.
STIRRED_PART = 0.04

# ---- reading (vision/pipeline.py, vision/recognition) ----
#: Default margin (log odds) from which an answer is sure, where this table has not fitted its own.
MARGIN = 2.0
#: Multiple of the margin that a stacked stone needs: a part of it may be hidden.
STACKED_MARGINS = 2.0
#: Multiple of the margin that a die needs to be identified where the game waits for no dice in particular.
DICE_ALIKE_MARGINS = 3.0
#: Below this multiple of the margin the relief of a stone is compared too, and the face of a die on the mat is read in
#: four rotations: of 708 looks at path-traced clear dice none above it was wrong, and the highest wrong one is at 1.3.
DOUBTFUL_MARGINS = 2.0
#: Level above which a pixel is overexposed in all its colours, and the part of the middle of a face above which the
#: piece has the note "glare".
BLOWN_LEVEL, GLARE_PART = 250, 0.12
#: The same part above which nothing can be seen on the face, and no answer is sure. A single pip of 78 dice under a
#: bright lamp leaves at most 0.89 of it; path-traced stones whose print nobody can see have at least 0.98.
NOTHING_SEEN = 0.95
#: Least probability, relative to the likeliest answer, of an answer among the candidates of a piece: an unlikelier one
#: could not outweigh the game's expectations (NOT_EXPECTED, about 0.05, twice).  Chosen.
LISTED = 0.001
#: Penalty (log odds) for a piece that the game does not wait for, where it waits for others.  Smaller for stones, which
#: are many and alike.  With 3.0 for both, in 249 casts of three rendered sets with an untaught stone in place of a cast
#: one, 10 untaught ones (now 8) and 3 on their edge (0) got sure answers, and 928 others were right (927).  With 2.0
#: for both, 3 dice of 50 more were asked about.
NOT_EXPECTED, STONE_NOT_EXPECTED = 3.0, 2.0
#: Percentiles of the log odds between taught crops: what few crops reach with another stone, and what most reach with
#: another picture of their own side.  Chosen on the same three sets: no untaught stone gets a sure answer then, and 929
#: others are right; on the simulated table none of 200 does (2 before).  Where the game waits for none in particular, 7
#: of 271 untaught ones do (19 before), 6 of which show the number of a taught one.  Of forty stones painted under other
#: lights than in their lessons one in eight is asked about then, of 108 untaught ones 3 get a sure one (53 before).
STRANGERS_PERCENT, ONE_SIDE_PERCENT = 95.0, 10.0
#: Weight of a numbered face's dissimilarity to its taught picture: in another light a die often looks unlike itself.
#: Fitted to pairs of path-traced faces in 47 rendered sets: 814 of one die, 816 of two dice.
UNLIKE_FACE = 0.25
#: Probability above which a crop shows no face, and above which it is of a kind.
LIKELIER_THAN_NOT = 0.5
#: Probability of a pip count from which on a detected disc is taken for a die.
PLAIN_PIPS = 0.95
#: Inks that differ by no more than this (log of ratios) may be the same under another light.
SAME_INK = 0.15
#: Largest distance of inks that counts: a lamp mirrored in a stone may be mistaken for its ink.
FARTHEST_INK = 1.0
#: Log odds of two dice for a difference of 1 in the similarity of their appearance if many of their faces are known
#: (half with one), and their largest amount. Choices among four dice of three rendered houses and five whole tables,
#: one to five faces known: 49 and 63 % sure and right, 0 and 0.6 % sure and wrong; at 18 it is 52 and 69, 0 and 1.3.
APPEARANCE_WEIGHT, APPEARANCE_MOST = 15.0, 4.0
#: Largest difference of the colours of one table: two hues and half the brightness, logarithms of ratios. One table
#: under a warm and a cool lamp differs by up to 0.45, under a lamp and in neutral light by 0.25; red and green felt by
#: 1.2. Chosen: an unfamiliar light costs at worst a question.
OTHER_TABLE = 0.35
#: The same weight for the colours of stickers. Stickers of one design differ by colour more than by drawing; of 62 on
#: rendered tables five percent resemble another one more, under glare by 0.19. Chosen: that must not outweigh the
#: drawing.
STICKER_COLOURS_WEIGHT = 6.0
#: Least area of a side of a die, in areas of its top face, on which its sticker is looked for: of path-traced stickers
#: the network takes 30 % for a picture from here on and 60 % from 0.3 on, but only 10 % below.
SIDE_AREA = 0.2
#: Part of a side that another piece may cover. Chosen: a neighbour's sticker must not be taken for the die's own.
SIDE_COVERED = 0.1
#: Least probability that what looks like a sticker on a side is none. Of 939 sides without one on path-traced dice the
#: network took two for a picture; chosen several times larger.
NO_STICKER = 0.02
#: Similarity of a face to a die of which no numbered face is known (nine of ten other dice are less similar), and its
#: largest lead over the known dice: in another light all known dice are dissimilar.
UNKNOWN_DIE, UNKNOWN_DIE_MARGIN = 1.65, 0.3
#: Limits of colour names: brightness (0..1, relative to white) and saturation of a black stone, saturation of a brown
#: one, brightness of a white one.
BLACK_LIGHT, BLACK_STRENGTH, BROWN_STRENGTH, WHITE_LIGHT = 0.33, 0.45, 0.3, 0.85
#: Largest ratio of blue to red of a white stone, relative to the white of the picture.
WHITE_BLUE = 1.02

# ---- detection without a plane (vision/uncalibrated.py) ----
#: Least score without a plane, which cannot confirm a detection: of the most frequent kind in the picture, and of the
#: others.
SCORE_OF_MOST, SCORE_OF_FEW = 0.37, 0.55
#: A detection below this score may be no piece, and adds no note to one with a higher score.
PHANTOM_SCORE = 0.5
#: Least score of a detection at another scale than the best.
SCORE_ELSEWHERE = 0.4
#: Accepted sizes of pieces, in usual sizes; the fields of a board are larger than the pieces on them.
USUAL_RANGE = (0.5, 1.9)
#: Sizes (root of the area, px) for which the detector is trained, with some tolerance.
DETECTOR_PX = (13, 70)
#: Largest enlargement of a picture in the first pass.
ENLARGED = 1.3
#: A disc whose centre is nearer than this to that of a die, in sizes of the die, is a pip.
PIP_SIZES = 0.8
#: A candidate smaller and nearer than these, in sizes of a larger candidate with a higher score, is a part of it.
PART_SIZE, PART_SIZES = 0.5, 0.5
#: Sizes whose logarithms differ by less than this are one usual size.
USUAL_LOG = 0.35
#: Factor by which the evidence in a stretched picture must exceed that of the original.
MUCH_BETTER = 1.15
#: A picture with both sides below this shows one face that fills it, px.
CLOSE_UP_PX = 128
