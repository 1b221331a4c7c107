import { type AccessToken, createToken, listTokens, revokeToken } from "@first-bounce/contract/accounts/tokens";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCall, useCallMutation } from "../../api/use-call.ts";
import { site } from "../../app/site.ts";
import { Button } from "../../components/button/button.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { copyText } from "../../components/share/share-channels.ts";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { formatDateTime } from "../../i18n/format.ts";
import styles from "./my-account.module.css";
import { SCOPE_TEXTS, TokenForm } from "./token-form.tsx";
import { useAccountUpdates } from "./use-account-updates.ts";

const formatTime = (instant: string): string => formatDateTime(Date.parse(instant));

interface RowProps {
	readonly token: AccessToken;
	readonly isPending: boolean;
	readonly onRevoke: () => void;
}

const TokenRow = ({ token, isPending, onRevoke }: RowProps) => {
	const { t } = useTranslation();
	const { name, scopes, expiresAt, lastUsedAt } = token;
	return (
		<li className={styles.device}>
			<span>
				<b>{name}</b>
				<small>{scopes.map((scope) => t(SCOPE_TEXTS[scope])).join(" · ")}</small>
				<small>
					{lastUsedAt === null ? t("tokens.unused") : t("tokens.used", { when: formatTime(lastUsedAt) })}
					{" · "}
					{t("tokens.expires", { when: formatTime(expiresAt) })}
				</small>
			</span>
			<Button variant="quiet" isPending={isPending} onPress={onRevoke} aria-label={t("tokens.revokeNamed", { name })}>
				{t("tokens.revoke")}
			</Button>
		</li>
	);
};

/** A new token, which is not shown again. */
const NewToken = ({ token, onDone }: { readonly token: string; readonly onDone: () => void }) => {
	const { t } = useTranslation();
	const account = useAccountUpdates();
	const copy = async () => {
		await copyText(token);
		account.showSuccess(t("tokens.copied"));
	};
	return (
		<div className={styles.newToken} role="status">
			<p>{t("tokens.once")}</p>
			<code>{token}</code>
			<FormActions>
				{navigator.clipboard ? <Button onPress={() => void copy()}>{t("tokens.copy")}</Button> : null}
				<Button variant="quiet" onPress={onDone}>
					{t("tokens.done")}
				</Button>
			</FormActions>
		</div>
	);
};

/** The user's access tokens for her own programs, with buttons to create and revoke them. */
export const TokensSection = () => {
	const { t } = useTranslation();
	const account = useAccountUpdates();
	const queries = useQueryClient();
	const { data, error, refetch } = useCall(listTokens, {});
	const [isCreating, setIsCreating] = useState(false);
	const [newToken, setNewToken] = useState<string | null>(null);
	const applyChange = (tokens: AccessToken[]) => queries.setQueryData(callKey(listTokens, {}), { tokens });
	const create = useCallMutation(createToken, {
		onSuccess: ({ token, tokens }) => {
			applyChange(tokens);
			setNewToken(token);
			setIsCreating(false);
		},
	});
	const revoke = useCallMutation(revokeToken, {
		onSuccess: ({ tokens }) => {
			applyChange(tokens);
			setNewToken(null);
			account.showSuccess(t("tokens.revoked"));
		},
	});
	const text = (
		<>
			{t("tokens.text")} <a href={`${site.apiBase}/guide`}>{t("tokens.more")}</a>
		</>
	);
	return (
		<FormCard title={t("tokens.title")} text={text}>
			{error && !data ? (
				<ErrorState reason={getErrorMessage(error, t)} onRetry={() => void refetch()} />
			) : !data ? (
				<Skeleton height="52px" />
			) : data.tokens.length === 0 ? (
				<p>{t("tokens.none")}</p>
			) : (
				<ul className={styles.devices}>
					{data.tokens.map((token) => (
						<TokenRow
							key={token.id}
							token={token}
							isPending={revoke.isPending && revoke.variables.body.id === token.id}
							onRevoke={() => revoke.mutate({ body: { id: token.id } })}
						/>
					))}
				</ul>
			)}
			{newToken === null ? null : <NewToken token={newToken} onDone={() => setNewToken(null)} />}
			{isCreating ? (
				<TokenForm
					isPending={create.isPending}
					onSubmit={(body) => create.mutate({ body })}
					onCancel={() => setIsCreating(false)}
				/>
			) : newToken === null ? (
				<FormActions>
					<Button onPress={() => setIsCreating(true)}>{t("tokens.new")}</Button>
				</FormActions>
			) : null}
		</FormCard>
	);
};
