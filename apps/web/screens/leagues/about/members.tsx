import { type League, showLeagueUsers } from "@first-bounce/contract/leagues/league";
import { removeLeagueUser } from "@first-bounce/contract/leagues/league-actions";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { usePages } from "../../../api/use-pages.ts";
import { Button } from "../../../components/button/button.tsx";
import { ManagerAvatar } from "../../../components/manager-avatar/manager-avatar.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { ConfirmDialog } from "../frame/confirm-dialog.tsx";
import frame from "../frame/frame.module.css";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import styles from "./about.module.css";

interface Props {
	readonly league: League;
	/** Shows the remove buttons, until the league has started. */
	readonly isManaged?: boolean;
}

const PAGE_SIZE = 20;
type Member = { readonly userId: number; readonly name: string };

/** The members in order of joining. The commissioner may remove others before the league starts. */
export const Members = ({ league, isManaged = false }: Props) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const [memberToRemove, setMemberToRemove] = useState<Member | null>(null);
	const result = usePages(showLeagueUsers, { params: { id: league.id }, query: { limit: PAGE_SIZE } });
	const { data, error } = result;
	const remove = useCallMutation(removeLeagueUser, {
		onSuccess: () => {
			updates.showSuccess(t("leagues.remove.done", { name: memberToRemove?.name }));
			return updates.invalidateLeagues();
		},
		onSettled: () => setMemberToRemove(null),
	});
	const users = data?.pages.flatMap((page) => page.users) ?? [];
	return (
		<section className={frame.card}>
			<header className={frame.title}>
				<h2>{t("leagues.about.members")}</h2>
				<span className={styles.count}>{league.numTeams}</span>
			</header>
			{isManaged ? (
				<p className={styles.note}>
					{t(league.may.removeUsers ? "leagues.settings.membersText" : "leagues.settings.membersStarted")}
				</p>
			) : null}
			{error && !data ? <ErrorState reason={getErrorMessage(error, t)} onRetry={() => void result.refetch()} /> : null}
			{result.isPending ? <Skeleton height="180px" /> : null}
			<ul className={styles.members}>
				{users.map((user) => {
					const name = user.teamName || t("rankings.formerTeam");
					return (
						<li key={user.userId}>
							<ManagerAvatar manager={user} size={32} />
							<span>
								<b>{name}</b>
								<small>{user.fullName || t("rankings.formerManager")}</small>
							</span>
							{user.isCommissioner ? <em>{t("leagues.about.isCommissioner")}</em> : null}
							{isManaged && league.may.removeUsers && !user.isCommissioner ? (
								<Button
									variant="quiet"
									aria-label={t("leagues.remove.spoken", { name })}
									onPress={() => setMemberToRemove({ userId: user.userId, name })}
								>
									{t("leagues.remove.button")}
								</Button>
							) : null}
						</li>
					);
				})}
			</ul>
			{result.hasNextPage ? (
				<div className={frame.more}>
					<Button isPending={result.isFetchingNextPage} onPress={result.loadMore}>
						{t("leagues.about.more")}
					</Button>
				</div>
			) : null}
			<ConfirmDialog
				title={t("leagues.remove.title", { name: memberToRemove?.name })}
				text={t(league.privacy === "private" ? "leagues.remove.textPrivate" : "leagues.remove.text", {
					name: memberToRemove?.name,
					league: league.name,
				})}
				confirmLabel={t("leagues.remove.yes")}
				isOpen={memberToRemove !== null}
				onClose={() => setMemberToRemove(null)}
				isPending={remove.isPending}
				onConfirm={() => {
					if (memberToRemove)
						remove.mutate({ params: { id: league.id, userId: memberToRemove.userId }, body: { leagueId: league.id } });
				}}
			/>
		</section>
	);
};
