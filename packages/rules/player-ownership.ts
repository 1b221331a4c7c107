// Limits that keep "% owned" from revealing anybody's team. Not part of the season's rules: an operator who lowered
// them could read a rival's team.

/** Below this many complete teams no percentage is published. */
export const MIN_TEAMS_TO_COUNT = 100;

/** How many teams must have changed since the last count before they are counted again. */
export const MIN_CHANGED_TEAMS = 20;
