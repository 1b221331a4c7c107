import {
	addWebhook,
	listWebhooks,
	removeWebhook,
	testWebhook,
	updateWebhook,
	type Webhook,
} from "@first-bounce/contract/leagues/webhooks";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { Notice, QueryError } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import styles from "../cards/cards.module.css";
import { useLeague } from "../league/use-league.ts";

const SERVICE_NAMES = { discord: "Discord", slack: "Slack" } as const;

interface ItemProps {
	readonly leagueId: number;
	readonly webhook: Webhook;
	readonly onChange: (answer: { readonly webhooks: Webhook[] }) => void;
}

const WebhookItem = ({ leagueId, webhook, onChange }: ItemProps) => {
	const { t } = useTranslation();
	const { id, service, mask, isOff } = webhook;
	const name = `${SERVICE_NAMES[service]} ${mask}`;
	const params = { id: leagueId, webhookId: id };
	const update = useCallMutation(updateWebhook, { onSuccess: onChange });
	const { sendsCards, sendsRecap } = update.isPending ? update.variables.body : webhook;
	const remove = useCallMutation(removeWebhook, { onSuccess: onChange });
	const test = useCallMutation(testWebhook, {
		onSuccess: (answer) => {
			onChange(answer);
			showToast({ tone: "good", text: t("leagues.webhooks.tested", { name }) });
		},
	});
	return (
		<li className={styles.panel} aria-label={name}>
			<h3>{name}</h3>
			{isOff ? <Notice tone="warn">{t("leagues.webhooks.off")}</Notice> : null}
			<div>
				<CheckboxField
					name={`sendsCards${id}`}
					isSelected={sendsCards}
					onChange={(isOn) => update.mutate({ params, body: { sendsCards: isOn, sendsRecap } })}
				>
					{t("leagues.webhooks.cards")}
				</CheckboxField>
				<CheckboxField
					name={`sendsRecap${id}`}
					isSelected={sendsRecap}
					onChange={(isOn) => update.mutate({ params, body: { sendsCards, sendsRecap: isOn } })}
				>
					{t("leagues.webhooks.recap")}
				</CheckboxField>
			</div>
			<div className={styles.actions}>
				<Button isPending={test.isPending} onPress={() => test.mutate({ params, body: {} })}>
					{t("leagues.webhooks.test")}
				</Button>
				<Button variant="quiet" isPending={remove.isPending} onPress={() => remove.mutate({ params, body: {} })}>
					{t("leagues.webhooks.remove")}
				</Button>
			</div>
		</li>
	);
};

/** Lets the commissioner choose which cards of the league are also sent to Discord or Slack. */
export const Webhooks = () => {
	const { t } = useTranslation();
	const { id: leagueId } = useLeague();
	const queryClient = useQueryClient();
	const params = { id: leagueId };
	const [address, setAddress] = useState("");
	const query = useQuietCall(listWebhooks, { params });
	const { data } = query;
	const onChange = (answer: { readonly webhooks: Webhook[] }) =>
		queryClient.setQueryData(callKey(listWebhooks, { params }), answer);
	const add = useCallMutation(addWebhook, {
		meta: { hasInlineError: true },
		onSuccess: (answer) => {
			setAddress("");
			onChange(answer);
		},
	});
	const submit = () => {
		if (address.trim() && !add.isPending)
			add.mutate({ params, body: { address: address.trim(), sendsCards: true, sendsRecap: true } });
	};
	return (
		<FormCard title={t("leagues.webhooks.title")} text={t("leagues.webhooks.text")} onSubmit={submit}>
			<QueryError queries={[query]} />
			{data && data.webhooks.length > 0 ? (
				<ul className={styles.results}>
					{data.webhooks.map((webhook) => (
						<WebhookItem key={webhook.id} leagueId={leagueId} webhook={webhook} onChange={onChange} />
					))}
				</ul>
			) : null}
			<TextField
				name="address"
				label={t("leagues.webhooks.field")}
				hint={t("leagues.webhooks.hint")}
				error={add.error ? getErrorMessage(add.error, t) : undefined}
				value={address}
				onChange={(text) => {
					add.reset();
					setAddress(text);
				}}
				maxLength={500}
			/>
			<FormActions>
				<Button type="submit" isDisabled={address.trim() === ""} isPending={add.isPending}>
					{t("leagues.webhooks.add")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
