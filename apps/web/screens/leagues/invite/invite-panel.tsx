import { createTeamLink } from "@first-bounce/contract/draft/draft-process";
import type { LeagueSummary } from "@first-bounce/contract/leagues/league";
import { inviteToLeague } from "@first-bounce/contract/leagues/league-invites";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { TextAreaField } from "../../../components/fields/text-area-field.tsx";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { CopyButton } from "../../../components/share/copy-button.tsx";
import { ShareButtons } from "../../../components/share/share-buttons.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { ErrorNotice } from "../../../components/states/states.tsx";
import { useLeagueTeams } from "../../../draft-league/use-league-teams.ts";
import { useMedia } from "../../../live/use-media.ts";
import { buildLeagueShareUrl } from "../../../sharing/share-url.ts";
import { useLeagueUpdates } from "../frame/use-league-updates.ts";
import { useResetAfterResult } from "../frame/use-reset-after-result.ts";
import { hasDraftStarted } from "../join/use-join.ts";
import { parseEmails } from "../model/emails.ts";
import styles from "./invite.module.css";

/** The maximum per API call. */
const MAX_EMAILS = 50;

const EmailForm = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	const updates = useLeagueUpdates();
	const [text, setText] = useState("");
	const dismissToast = useRef<() => void>(undefined);
	const invite = useCallMutation(inviteToLeague, {
		onSuccess: () => {
			setText("");
			dismissToast.current = updates.showSuccess(t("leagues.invite.sent"));
		},
	});
	useResetAfterResult(invite);
	useEffect(() => {
		if (!invite.isSuccess) dismissToast.current?.();
	}, [invite.isSuccess]);
	const { emails, incorrect } = parseEmails(text);
	const error =
		incorrect.length > 0
			? t("leagues.invite.incorrect", { list: incorrect.join(", ") })
			: emails.length > MAX_EMAILS
				? t("leagues.invite.tooMany", { max: MAX_EMAILS })
				: undefined;
	const send = () => {
		if (error !== undefined || emails.length === 0 || invite.isPending) return;
		const body = { leagueId, invites: emails.map((email) => ({ email })) };
		invite.mutate({ params: { id: leagueId }, body });
	};
	return (
		<FormCard title={t("leagues.invite.byMail")} onSubmit={send}>
			<TextAreaField
				name="emails"
				label={t("leagues.invite.emails")}
				hint={t("leagues.invite.emailsHint")}
				error={error}
				rows={4}
				isData
				value={text}
				onChange={(next) => {
					setText(next);
					if (!invite.isPending) invite.reset();
				}}
			/>
			<FormActions>
				<Button
					type="submit"
					variant="main"
					isDisabled={invite.isIdle && (emails.length === 0 || error !== undefined)}
					isPending={!invite.isIdle}
				>
					<span aria-live="polite">{t(`leagues.invite.send.${invite.status}`)}</span>
				</Button>
			</FormActions>
		</FormCard>
	);
};

interface TeamLinkProps {
	readonly leagueId: number;
	readonly team: { readonly teamId: number; readonly name: string };
}

/** A team without a manager, with the link that hands it over. */
const TeamLink = ({ leagueId, team }: TeamLinkProps) => {
	const { t } = useTranslation();
	const link = useCallMutation(createTeamLink, { meta: { hasInlineError: true } });
	const url = link.data && new URL(paths.joinLeague.to(link.data.code, link.data.invite), location.origin).href;
	return (
		<div className={styles.row}>
			<p className={styles.link}>
				<b dir="auto">{team.name}</b>
				{url ? <span>{url}</span> : null}
			</p>
			{url ? (
				<CopyButton name={t("leagues.invite.copyTeamLink", { team: team.name })} text={url} />
			) : (
				<Button
					aria-label={t("leagues.invite.createTeamLink", { team: team.name })}
					isPending={link.isPending}
					onPress={() => link.mutate({ params: { id: leagueId }, body: { teamId: team.teamId } })}
				>
					{t("leagues.invite.createLink")}
				</Button>
			)}
			<ErrorNotice error={link.error} />
		</div>
	);
};

/** Hands teams without a manager over, once a draft has started. */
const TeamLinks = ({ league }: { readonly league: LeagueSummary }) => {
	const { t } = useTranslation();
	const { teams, result } = useLeagueTeams(league.id);
	// Both list the teams in their order.
	const vacant = teams.filter((_, index) => result.data?.teams[index]?.owner === null);
	if (!result.data) return <LoadingOrError of={[result]} height="210px" />;
	return (
		<section className={styles.panel} aria-label={t("leagues.invite.teams")}>
			<h2>{t("leagues.invite.teams")}</h2>
			<p>{t(vacant.length > 0 ? "leagues.invite.teamsText" : "leagues.invite.allManaged")}</p>
			{vacant.map((team) => (
				<TeamLink key={team.teamId} leagueId={league.id} team={team} />
			))}
		</section>
	);
};

/** From the tablet breakpoint on (D2.9.17). */
const DESKTOP_QUERY = "(min-width: 768px)";

/** Invites by code, link or social network, and by email on desktops. Once a draft has started, it hands teams over. */
export const InvitePanel = ({ league }: { readonly league: LeagueSummary }) => {
	const { t } = useTranslation();
	const isDesktop = useMedia(DESKTOP_QUERY);
	if (hasDraftStarted(league)) return <TeamLinks league={league} />;
	const link = new URL(paths.joinLeague.to(league.code), location.origin).href;
	return (
		<>
			<section className={styles.panel}>
				<div className={styles.row}>
					<p className={styles.code}>
						<span>{t("leagues.invite.code")}</span>
						<b>{league.code}</b>
					</p>
					<CopyButton name={t("leagues.invite.copyCode")} text={league.code} />
				</div>
				<div className={styles.row}>
					<p className={styles.link}>
						<span>{t("leagues.invite.link")}</span>
						<b>{link}</b>
					</p>
					<CopyButton name={t("leagues.invite.copyLink")} text={link} />
				</div>
				<p>{t("leagues.invite.text")}</p>
				<FormActions>
					<ShareButtons
						link={buildLeagueShareUrl(league.code)}
						text={t("leagues.invite.shareText", { league: league.name })}
					/>
				</FormActions>
			</section>
			{isDesktop ? <EmailForm leagueId={league.id} /> : null}
		</>
	);
};
