import { showSeasonFetch } from "@first-bounce/contract/operator/season/season-fetch";
import { useCall } from "../../../api/use-call.ts";

const RUNNING_REFRESH_MS = 1_000;
export const IDLE_REFRESH_MS = 15_000;

/** The provider's number of the women's competition. */
export const WOMENS_COMPETITION = 3;

/** The last fetch of a season, whose progress is requested more often while it runs. */
export const useSeasonFetch = () =>
	useCall(
		showSeasonFetch,
		{},
		{
			refetchInterval: ({ state }) => (state.data?.fetch?.state === "running" ? RUNNING_REFRESH_MS : IDLE_REFRESH_MS),
			staleTime: 0,
		},
	);
