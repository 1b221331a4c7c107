import { showSeasonReport } from "@first-bounce/contract/calls";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { callKey } from "../../api/use-call.ts";

/** How soon to ask again while best teams are still being worked out. */
const SOON = 2_000;

/** The report of one's own season; asked for again until hindsight is complete. */
export const useSeasonReport = () =>
	useQuery({
		queryKey: callKey(showSeasonReport, {}),
		queryFn: ({ signal }) => client(showSeasonReport, { signal }),
		refetchInterval: ({ state }) => ((state.data?.report.pending ?? 0) > 0 ? SOON : false),
	});
