declare const flavour: unique symbol;
/** A number type that accepts plain numbers, but no number of another flavour. */
type Flavoured<Name extends string> = number & { readonly [flavour]?: Name };

export type PlayerId = Flavoured<"PlayerId">;
export type SquadId = Flavoured<"SquadId">;
export type MatchId = Flavoured<"MatchId">;
/** 1 for the season's first round; 0 stands for "all rounds" where a call says so. */
export type RoundId = Flavoured<"RoundId">;
export type TeamId = Flavoured<"TeamId">;
export type UserId = Flavoured<"UserId">;
/** Whole Australian dollars. */
export type Dollars = Flavoured<"Dollars">;
/** Fantasy points; whole for one match, possibly fractional for averages and projections. */
export type Points = Flavoured<"Points">;
/** Milliseconds since 1970 in season time, the clock that locks and rounds follow. */
export type SeasonTime = Flavoured<"SeasonTime">;

/** The id in an empty slot, and of the captain or vice captain in a team that has named none. */
export const NOBODY: PlayerId = 0;
