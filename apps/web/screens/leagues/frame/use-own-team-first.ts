import { useUser } from "../../../api/use-user.ts";

/** The id of the signed-in user; undefined for visitors, and while the session is loading. */
export function useOwnUserId(): number | undefined {
	const user = useUser();
	return user.state === "ready" ? user.value?.id : undefined;
}

interface Side {
	readonly userId: number;
}
interface Sides {
	readonly home: Side;
	readonly away: Side;
}

/** Puts the user's own team first in a match-up, whichever side it has in the fixture. */
export function useOwnTeamFirst(): <MatchUp extends Sides>(matchUp: MatchUp) => MatchUp {
	const ownUserId = useOwnUserId();
	return (matchUp) =>
		matchUp.away.userId === ownUserId ? { ...matchUp, home: matchUp.away, away: matchUp.home } : matchUp;
}
