import { MAX_RECAP_LENGTH } from "@first-bounce/contract/constants";
import {
	type ConversationState,
	listMutedMembers,
	lockConversation,
	muteMember,
	postRecap,
	showConversationSettings,
	showRecap,
	updateConversationSettings,
} from "@first-bounce/contract/leagues/conversation";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { QueryError } from "../../../components/states/states.tsx";
import { formatDateTime } from "../../../i18n/format.ts";
import cardStyles from "../cards/cards.module.css";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./conversation.module.css";
import { useChat } from "./use-chat.ts";

/** The choice of what the game posts in the chat. A change is saved at once. */
const CardSettings = () => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const params = { id: useChat().leagueId };
	const query = useQuietCall(showConversationSettings, { params });
	const update = useCallMutation(updateConversationSettings, {
		onSuccess: (settings) => queryClient.setQueryData(callKey(showConversationSettings, { params }), settings),
	});
	const { data } = query;
	if (!data) return <QueryError queries={[query]} />;
	const pending = (update.isPending ? update.variables.body : null) ?? {};
	const settings = {
		hasCards: pending.hasCards ?? data.hasCards,
		postsRecap: pending.postsRecap ?? data.postsRecap,
	};
	return (
		<div className={cardStyles.settings}>
			<CheckboxField
				name="hasCards"
				isSelected={settings.hasCards}
				onChange={(hasCards) => update.mutate({ params, body: { hasCards } })}
			>
				{t("leagues.card.switch")}
			</CheckboxField>
			<CheckboxField
				name="postsRecap"
				isSelected={settings.postsRecap}
				onChange={(postsRecap) => update.mutate({ params, body: { postsRecap } })}
			>
				{t("leagues.recap.switch")}
			</CheckboxField>
		</div>
	);
};

interface Props {
	readonly isLocked: boolean;
	readonly onChange: (state: ConversationState) => void;
}

/** Lets moderators lock the conversation, and lists the muted members. */
export const ModerationTools = ({ isLocked, onChange }: Props) => {
	const { t } = useTranslation();
	const { leagueId, ownId } = useChat();
	const queryClient = useQueryClient();
	const params = { id: leagueId };
	const mutedMembers = useQuietCall(listMutedMembers, { params });
	const lock = useCallMutation(lockConversation, { onSuccess: ({ state }) => onChange(state) });
	const unmute = useCallMutation(muteMember, {
		onSuccess: (muted) => queryClient.setQueryData(callKey(listMutedMembers, { params }), muted),
	});
	const members = mutedMembers.data?.members;
	return (
		<details className={styles.tools}>
			<summary>{t("leagues.chat.tools")}</summary>
			<p>{t("leagues.chat.lockText")}</p>
			<Button
				icon="lock"
				isPending={lock.isPending}
				onPress={() => lock.mutate({ params, body: { isLocked: !isLocked } })}
			>
				{t(isLocked ? "leagues.chat.unlock" : "leagues.chat.lock")}
			</Button>
			<CardSettings />
			<QueryError queries={[mutedMembers]} />
			{members && members.length > 0 ? (
				<ul aria-label={t("leagues.chat.mutedMembers")}>
					{members.map(({ userId, teamName, mutedUntil, isByOperator }) => (
						<li key={userId}>
							<span>
								{t(isByOperator ? "leagues.chat.mutedByOperator" : "leagues.chat.mutedUntil", {
									name: teamName || t("leagues.former"),
									time: formatDateTime(Date.parse(mutedUntil)),
								})}
							</span>
							{userId === ownId || isByOperator ? null : (
								<Button
									isPending={unmute.isPending}
									onPress={() => unmute.mutate({ params, body: { userId, days: 0 } })}
								>
									{t("leagues.chat.unmute")}
								</Button>
							)}
						</li>
					))}
				</ul>
			) : null}
			{members?.length === 0 ? <p>{t("leagues.chat.nobodyMuted")}</p> : null}
		</details>
	);
};

/** The suggested recap of the last round, which the commissioner posts as it is or edited. */
export const RecapPanel = () => {
	const { t } = useTranslation();
	const { leagueId, applyMessage } = useChat();
	const formatRoundName = useRoundName();
	const queryClient = useQueryClient();
	const params = { id: leagueId };
	const query = useQuietCall(showRecap, { params });
	const [edited, setEdited] = useState<{ readonly roundId: number; readonly text: string } | null>(null);
	const post = useCallMutation(postRecap, {
		onSuccess: ({ message }) => {
			queryClient.setQueryData(callKey(showRecap, { params }), { recap: null });
			setEdited(null);
			applyMessage(message);
		},
	});
	const recap = query.data?.recap;
	if (!recap) return <QueryError queries={[query]} />;
	// An edited recap belongs to its round, even if the next round's recap is written meanwhile.
	const roundId = edited?.roundId ?? recap.roundId;
	const round = formatRoundName(roundId);
	const isUnchanged = edited === null || (edited.roundId === recap.roundId && edited.text === recap.text);
	return (
		<section className={cardStyles.panel} aria-label={t("leagues.recap.title", { round })}>
			<h2>{t("leagues.recap.title", { round })}</h2>
			{edited === null ? (
				<p className={cardStyles.preview}>{recap.text}</p>
			) : (
				<textarea
					className={cardStyles.draft}
					rows={10}
					maxLength={MAX_RECAP_LENGTH}
					aria-label={t("leagues.recap.field")}
					value={edited.text}
					onChange={(event) => setEdited({ roundId, text: event.target.value })}
				/>
			)}
			<div className={cardStyles.actions}>
				<Button
					variant="main"
					isPending={post.isPending}
					isDisabled={edited?.text.trim() === ""}
					onPress={() => post.mutate({ params, body: { roundId, text: isUnchanged ? null : edited.text } })}
				>
					{t("leagues.recap.post")}
				</Button>
				<Button onPress={() => setEdited(edited === null ? recap : null)}>
					{t(edited === null ? "leagues.recap.edit" : "state.cancel")}
				</Button>
			</div>
		</section>
	);
};
