import { showDraftLeague } from "@first-bounce/contract/draft/draft";
import { useCall } from "../../../../api/use-call.ts";
import { LoadingOrError } from "../../../../components/states/loading-or-error.tsx";
import { useLeague } from "../../league/use-league.ts";
import { DraftSettingsCard } from "./draft-settings-card.tsx";

/** The settings of the draft, on the league's settings page. */
export const LeagueDraftSettings = () => {
	const query = useCall(showDraftLeague, { params: { id: useLeague().id } }, { meta: { noErrorModal: true } });
	if (!query.data) return <LoadingOrError of={[query]} height="300px" />;
	return <DraftSettingsCard league={query.data.league} />;
};
