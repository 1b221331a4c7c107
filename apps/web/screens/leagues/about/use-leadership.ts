import type { League } from "@first-bounce/contract/leagues/league";
import { answerLeagueOffer, offerLeague, setDeputy } from "@first-bounce/contract/leagues/league-actions";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";

interface NamedMember {
	readonly userId: number;
	readonly name: string;
}

/** The changes of who runs a league. Each is confirmed in a toast. */
export function useLeadership({ id, name: league }: Pick<League, "id" | "name">) {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const params = { id };
	const finish = (text: string) => (result: { readonly league: League }) => {
		updates.setLeague(result.league);
		updates.showSuccess(text);
		return updates.invalidateLeagues();
	};
	const deputy = useCallMutation(setDeputy);
	const changeDeputy = (userId: number, isDeputy: boolean, text: string) =>
		deputy.mutate({ params, body: { userId, isDeputy } }, { onSuccess: finish(text) });
	const offer = useCallMutation(offerLeague);
	const answer = useCallMutation(answerLeagueOffer);
	return {
		isPending: deputy.isPending || offer.isPending || answer.isPending,
		nameDeputy: ({ userId, name }: NamedMember) => changeDeputy(userId, true, t("leagues.deputies.named", { name })),
		endDeputy: ({ userId, name }: NamedMember) => changeDeputy(userId, false, t("leagues.deputies.ended", { name })),
		stepDown: (userId: number) => changeDeputy(userId, false, t("leagues.deputies.steppedDown")),
		offerTo: ({ userId, name }: NamedMember, onSettled: () => void) =>
			offer.mutate(
				{ params, body: { userId } },
				{ onSuccess: finish(t("leagues.handOver.offered", { name, league })), onSettled },
			),
		withdraw: () =>
			offer.mutate({ params, body: { userId: null } }, { onSuccess: finish(t("leagues.handOver.withdrawn")) }),
		answer: (isAccepted: boolean) =>
			answer.mutate(
				{ params, body: { isAccepted } },
				{ onSuccess: finish(t(isAccepted ? "leagues.handOver.accepted" : "leagues.handOver.declined", { league })) },
			),
	};
}
