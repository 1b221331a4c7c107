import { showDraftLeague } from "@first-bounce/contract/draft/draft";
import { useCall } from "../../../../api/use-call.ts";
import { Skeleton } from "../../../../components/skeleton/skeleton.tsx";
import { QueryError } from "../../../../components/states/states.tsx";
import { useLeague } from "../../league/use-league.ts";
import { DraftSettingsCard } from "./draft-settings-card.tsx";

/** The settings of the draft, on the league's settings page. */
export const LeagueDraftSettings = () => {
	const query = useCall(showDraftLeague, { params: { id: useLeague().id } }, { meta: { noErrorModal: true } });
	if (query.data) return <DraftSettingsCard league={query.data.league} />;
	return query.error ? <QueryError queries={[query]} /> : <Skeleton height="300px" radius="var(--radius-l)" />;
};
