import type { ClaimList } from "@first-bounce/contract/draft/waivers";
import { saveClaims, showClaims } from "@first-bounce/contract/draft/waivers";
import { useMemo } from "react";
import { client, lastingClient } from "../../../api/client.ts";
import { callKey } from "../../../api/use-call.ts";
import { useSavedParts } from "../../../api/use-saved-parts.ts";

export type Claim = ClaimList["claims"][number];
/** A claim in a request, without its time, which the server sets. */
type SentClaim = Omit<Claim, "createdAt">;

/** A player may be claimed several times, each time for another one who leaves. */
export const getClaimKey = ({ playerId, dropId }: Pick<Claim, "playerId" | "dropId">): string =>
	`${playerId}-${dropId ?? 0}`;

export const toSentClaims = (claims: readonly SentClaim[]): SentClaim[] =>
	claims.map(({ playerId, dropId, bid, group }) => ({ playerId, dropId, bid, group }));

const REFETCH_MS = 60_000;

/** The user's claims. A change is shown at once; if it is refused, the saved claims are shown again. */
export function useClaims(leagueId: number, isEnabled: boolean) {
	const args = { params: { id: leagueId } };
	const queryKey = useMemo(() => callKey(showClaims, { params: { id: leagueId } }), [leagueId]);
	const { result, change, isUnsaved } = useSavedParts<ClaimList, "claims">({
		queryKey,
		load: (signal) => client(showClaims, { ...args, signal }),
		send: ({ claims }) => lastingClient(saveClaims, { ...args, body: { claims: toSentClaims(claims) } }),
		isEnabled,
		refetchInterval: REFETCH_MS,
	});
	return { result, isUnsaved, setClaims: (claims: Claim[]) => change("claims", claims) };
}
export type Claims = ReturnType<typeof useClaims>;
