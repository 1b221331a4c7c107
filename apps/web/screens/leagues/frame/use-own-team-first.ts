import { useUser } from "../../../api/use-user.ts";

interface Side {
	readonly userId: number;
}
interface Sides {
	readonly home: Side;
	readonly away: Side;
}

/** Puts the user's own team first in a match-up, whichever side it has in the fixture. */
export function useOwnTeamFirst(): <MatchUp extends Sides>(matchUp: MatchUp) => MatchUp {
	const user = useUser();
	const userId = user.state === "ready" ? user.value?.id : undefined;
	return (matchUp) =>
		matchUp.away.userId === userId ? { ...matchUp, home: matchUp.away, away: matchUp.home } : matchUp;
}
