import { showDraftLeague } from "@first-bounce/contract/draft/draft";
import { useCall } from "../../../../api/use-call.ts";
import { Loading } from "../../../../components/states/loading.tsx";
import { useLeague } from "../../league/use-league.ts";
import { DraftSettingsCard } from "./draft-settings-card.tsx";

/** The settings of the draft, on the league's settings page. */
export const LeagueDraftSettings = () => {
	const query = useCall(showDraftLeague, { params: { id: useLeague().id } }, { meta: { noErrorModal: true } });
	if (!query.data) return <Loading queries={[query]} height="300px" />;
	return <DraftSettingsCard league={query.data.league} />;
};
