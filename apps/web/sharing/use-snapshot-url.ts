import { shareTeam, shareTrades } from "@first-bounce/contract/calls";
import { useQuery } from "@tanstack/react-query";
import { client } from "../api/client.ts";
import { buildShareUrl } from "./share-url.ts";

export type SnapshotType = "team" | "trade";

/**
 * The URL of a share page of the user's team or trades. The server returns the same snapshot for repeated requests, so
 * this can be a query.
 */
export function useSnapshotUrl(type: SnapshotType, roundId: number) {
	const result = useQuery({
		queryKey: ["share", type, roundId],
		staleTime: 0,
		gcTime: 0,
		meta: { noErrorModal: true },
		queryFn: async ({ signal }) => {
			const call = type === "team" ? shareTeam : shareTrades;
			const { snapshot } = await client(call, { params: { roundId }, signal });
			return buildShareUrl({ type, timestamp: snapshot.timestamp, round: snapshot.roundId, snapshot: snapshot.id });
		},
	});
	return { url: result.data ?? null, error: result.error };
}
