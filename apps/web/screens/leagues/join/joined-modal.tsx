import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import { showMyTeam } from "@first-bounce/contract/team/team";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { LeagueCrest } from "../../../components/league-crest/league-crest.tsx";
import { formatDateTime } from "../../../i18n/format.ts";
import frame from "../frame/frame.module.css";
import { useRoundName } from "../frame/use-league-description.ts";
import { getLandingTab } from "../model/league-tabs.ts";
import type { JoinFlow } from "./use-join.ts";

export const JoinedModal = ({ joining: { joined, close } }: { readonly joining: JoinFlow }) => {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const formatRoundName = useRoundName();
	const isClassic = joined?.class === "regular";
	const team = useQuietCall(showMyTeam, {}, { enabled: isClassic });
	const needsTeam = isClassic && team.data?.team.isComplete === false;
	const openLeague = () => {
		if (joined) void navigate(paths.league.to(joined.id, getLandingTab(joined)));
	};
	const getStartText = (league: LeagueSummary): string => {
		const { draftStart, startId, status } = league;
		if (getLandingTab(league) !== "draft")
			return t(`leagues.joined.${status === "scheduled" ? "starts" : "started"}`, { round: formatRoundName(startId) });
		return draftStart === null
			? t("leagues.joined.draft")
			: t("leagues.joined.drafts", { time: formatDateTime(Date.parse(draftStart)) });
	};
	return (
		<Dialog title={t("leagues.joined.title")} isOpen={joined !== null} onClose={close}>
			{joined ? (
				<div className={frame.modal}>
					<span className={frame.crest}>
						<LeagueCrest league={joined} size={84} />
					</span>
					<p>{t("leagues.joined.text", { league: joined.name, start: getStartText(joined) })}</p>
					<FormActions>
						{needsTeam ? (
							<Button variant="main" onPress={() => void navigate(paths.team.to())}>
								{t("leagues.joined.pick")}
							</Button>
						) : null}
						<Button variant={needsTeam ? "plain" : "main"} onPress={openLeague}>
							{t("leagues.joined.view")}
						</Button>
						{needsTeam ? null : <Button onPress={close}>{t("leagues.joined.close")}</Button>}
					</FormActions>
				</div>
			) : null}
		</Dialog>
	);
};
