import { deleteLeague } from "@first-bounce/contract/leagues/league-actions";
import { hasRight } from "@first-bounce/rules/leagues/league-permissions";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useCallMutation } from "../../../api/use-call.ts";
import { createChunk, LazyScreen } from "../../../app/lazy-screen.tsx";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import about from "../about/about.module.css";
import { LeagueActivity } from "../about/activity.tsx";
import { AnnouncementForm } from "../about/announcement-form.tsx";
import { Leaders } from "../about/leaders.tsx";
import { LeaveLeague } from "../about/leave-league.tsx";
import { Members } from "../about/members.tsx";
import { LeagueDraftSettings } from "../draft/settings/draft-settings-card.tsx";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import { useLeague } from "../league/use-league.ts";
import { LeagueDetailsForm } from "./league-details-form.tsx";

const WEBHOOKS = createChunk(async () => (await import("../webhooks/webhooks.tsx")).Webhooks);

const DeleteLeague = () => {
	const { t } = useTranslation();
	const league = useLeague();
	const updates = useLeagueUpdates();
	const navigate = useNavigate();
	const [isConfirming, setConfirming] = useState(false);
	const remove = useCallMutation(deleteLeague, {
		onSuccess: async () => {
			await navigate(paths.leagues.to());
			updates.removeLeague(league.id);
			updates.showSuccess(t("leagues.delete.done", { league: league.name }));
			await updates.invalidateLeagues();
		},
		onSettled: () => setConfirming(false),
	});
	const isDrafting = league.draftStatus === "live" || league.draftStatus === "paused";
	const isDrafted = league.draftStatus === "complete" && league.status === "scheduled";
	const permission = league.class === "draft" ? "dangerTextDraft" : "dangerText";
	const refusal = isDrafting ? "dangerDrafting" : isDrafted ? "dangerDrafted" : "dangerStarted";
	return (
		<FormCard
			title={t("leagues.settings.danger")}
			text={t(`leagues.settings.${league.may.delete ? permission : refusal}`)}
		>
			<FormActions>
				<Button icon="trash" isDisabled={!league.may.delete} onPress={() => setConfirming(true)}>
					{t("leagues.delete.yes")}
				</Button>
			</FormActions>
			<ConfirmDialog
				title={t("leagues.delete.title")}
				text={t("leagues.delete.text", { league: league.name })}
				confirmLabel={t("leagues.delete.yes")}
				isOpen={isConfirming}
				onClose={() => setConfirming(false)}
				isPending={remove.isPending}
				onConfirm={() => remove.mutate({ params: { id: league.id }, body: { leagueId: league.id } })}
			/>
		</FormCard>
	);
};

/** The settings of those who run the league: details, announcements, members, and what is the commissioner's alone. */
export const SettingsPage = () => {
	const { t } = useTranslation();
	const league = useLeague();
	return (
		<div className={about.about}>
			<div className={about.column}>
				<LeagueDetailsForm league={league} />
				{league.class === "draft" ? <LeagueDraftSettings /> : null}
				<AnnouncementForm leagueId={league.id} />
				{league.may.webhooks ? (
					<Suspense fallback={null}>
						<LazyScreen chunk={WEBHOOKS} />
					</Suspense>
				) : null}
				<LeagueActivity leagueId={league.id} />
			</div>
			<div className={about.column}>
				<Leaders league={league} />
				<Members league={league} isManaged />
				<LeaveLeague league={league} />
				{hasRight(league.role, "delete") ? <DeleteLeague /> : null}
				<p>
					<Link to={paths.league.to(league.id)}>{t("leagues.settings.about")}</Link>
				</p>
			</div>
		</div>
	);
};
