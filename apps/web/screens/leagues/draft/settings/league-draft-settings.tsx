import { showDraftLeague } from "@first-bounce/contract/draft/draft";
import { useQuietCall } from "../../../../api/use-quiet-call.ts";
import { LoadingOrError } from "../../../../components/states/loading-or-error.tsx";
import { useLeague } from "../../league/use-league.ts";
import { DraftSettingsCard } from "./draft-settings-card.tsx";

/** The settings of the draft, on the league's settings page. */
export const LeagueDraftSettings = () => {
	const query = useQuietCall(showDraftLeague, { params: { id: useLeague().id } });
	if (!query.data) return <LoadingOrError of={[query]} height="300px" />;
	return <DraftSettingsCard league={query.data.league} />;
};
