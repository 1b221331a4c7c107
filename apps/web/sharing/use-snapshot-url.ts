import { shareTeam, shareTrades } from "@first-bounce/contract/calls";
import { useQuery } from "@tanstack/react-query";
import { client } from "../api/client.ts";
import { buildShareUrl } from "./share-url.ts";

export type SnapshotType = "team" | "trade";

/**
 * The address of a share page of one's own team or trades of a round. The server makes a snapshot of what rivals may
 * see of it; asked twice it is the same one, so that this is a read.
 */
export function useSnapshotUrl(type: SnapshotType, roundId: number) {
	const answer = useQuery({
		queryKey: ["share", type, roundId],
		staleTime: 0,
		gcTime: 0,
		queryFn: async ({ signal }) => {
			const call = type === "team" ? shareTeam : shareTrades;
			const { snapshot } = await client(call, { params: { roundId }, signal });
			return buildShareUrl({ type, timestamp: snapshot.timestamp, round: snapshot.roundId, snapshot: snapshot.id });
		},
	});
	return { address: answer.data ?? null, error: answer.error };
}
