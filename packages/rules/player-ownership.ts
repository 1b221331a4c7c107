// How much of "% owned" may be published without telling anybody's team. Not a field of the season's rules: an operator
// who could lower these numbers could read a rival's team.

/** Below this many complete teams no percentage is published. */
export const MIN_TEAMS_TO_COUNT = 100;

/** So many teams must hold other players than at the last count before they are counted again. */
export const MIN_CHANGED_TEAMS = 20;
