import type { AccessToken, createToken } from "@first-bounce/contract/accounts/tokens";
import type { BodyOf } from "@first-bounce/contract/call";
import { TOKEN_DAYS, TOKEN_SCOPES, type TokenScope } from "@first-bounce/contract/constants";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { site } from "../../app/site.ts";
import { Button } from "../../components/button/button.tsx";
import { CheckboxField } from "../../components/fields/checkbox-field.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { Form, FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { copyText } from "../../components/share/share-channels.ts";
import { LoadedContent } from "../../components/states/loading-or-error.tsx";
import { showToast } from "../../components/toast/toasts.tsx";
import { formatDateTime } from "../../i18n/format.ts";
import { AccountRow } from "./account-row.tsx";
import styles from "./my-account.module.css";
import { useTokens } from "./use-tokens.ts";

/** The text of each scope, whose name cannot be a key, because i18next reads the part before a colon as a namespace. */
const SCOPE_TEXTS = {
	"read:team": "tokens.scope.readTeam",
	"write:team": "tokens.scope.writeTeam",
	"read:leagues": "tokens.scope.readLeagues",
	"read:calendar": "tokens.scope.readCalendar",
} as const satisfies Record<TokenScope, string>;

type TokenDays = (typeof TOKEN_DAYS)[number];

interface FormProps {
	readonly isPending: boolean;
	readonly onSubmit: (token: BodyOf<typeof createToken>) => void;
	readonly onCancel: () => void;
}

const TokenForm = ({ isPending, onSubmit, onCancel }: FormProps) => {
	const { t } = useTranslation();
	const [name, setName] = useState("");
	const [scopes, setScopes] = useState<readonly TokenScope[]>(["read:team", "read:leagues"]);
	const [days, setDays] = useState<TokenDays>(90);
	const submit = () => {
		if (!isPending) onSubmit({ name, scopes: [...scopes], days });
	};
	const toggleScope = (scope: TokenScope) => (isSelected: boolean) =>
		setScopes(TOKEN_SCOPES.filter((tokenScope) => (tokenScope === scope ? isSelected : scopes.includes(tokenScope))));
	return (
		<Form noValidate onSubmit={submit}>
			<TextField
				name="tokenName"
				label={t("tokens.name")}
				hint={t("tokens.nameHint")}
				maxLength={60}
				value={name}
				onChange={setName}
			/>
			<fieldset className={styles.scopes}>
				<legend>{t("tokens.may")}</legend>
				{TOKEN_SCOPES.map((scope) => (
					<CheckboxField key={scope} name={scope} isSelected={scopes.includes(scope)} onChange={toggleScope(scope)}>
						{t(SCOPE_TEXTS[scope])} <code>{scope}</code>
					</CheckboxField>
				))}
			</fieldset>
			<SelectField
				name="tokenDays"
				label={t("tokens.lasts")}
				value={String(days)}
				choices={TOKEN_DAYS.map((count) => ({ value: String(count), label: t("tokens.days", { count }) }))}
				onChange={(text) => {
					const newDays = TOKEN_DAYS.find((count) => String(count) === text);
					if (newDays) setDays(newDays);
				}}
			/>
			<FormActions>
				<Button type="submit" isPending={isPending} isDisabled={name.trim() === "" || scopes.length === 0}>
					{t("tokens.create")}
				</Button>
				<Button variant="quiet" onPress={onCancel}>
					{t("tokens.cancel")}
				</Button>
			</FormActions>
		</Form>
	);
};

const formatTime = (instant: string): string => formatDateTime(Date.parse(instant));

interface RowProps {
	readonly token: AccessToken;
	readonly isPending: boolean;
	readonly onRevoke: () => void;
}

const TokenRow = ({ token, isPending, onRevoke }: RowProps) => {
	const { t } = useTranslation();
	const { name, scopes, expiresAt, lastUsedAt } = token;
	const allowed = scopes.map((scope) => t(SCOPE_TEXTS[scope])).join(" · ");
	const used = lastUsedAt === null ? t("tokens.unused") : t("tokens.used", { when: formatTime(lastUsedAt) });
	const expires = t("tokens.expires", { when: formatTime(expiresAt) });
	return (
		<AccountRow name={name} notes={[allowed, `${used} · ${expires}`]}>
			<Button variant="quiet" isPending={isPending} onPress={onRevoke} aria-label={t("tokens.revokeNamed", { name })}>
				{t("tokens.revoke")}
			</Button>
		</AccountRow>
	);
};

/** A new token, which is not shown again. */
const NewToken = ({ token, onDone }: { readonly token: string; readonly onDone: () => void }) => {
	const { t } = useTranslation();
	const copy = useMutation({
		mutationFn: () => copyText(token),
		onSuccess: () => showToast({ tone: "good", text: t("tokens.copied") }),
	});
	return (
		<div className={styles.newToken} role="status">
			<p>{t("tokens.once")}</p>
			<code>{token}</code>
			<FormActions>
				{navigator.clipboard ? (
					<Button isPending={copy.isPending} onPress={() => copy.mutate()}>
						{t("tokens.copy")}
					</Button>
				) : null}
				<Button variant="quiet" onPress={onDone}>
					{t("tokens.done")}
				</Button>
			</FormActions>
		</div>
	);
};

export const TokensSection = () => {
	const { t } = useTranslation();
	const [isCreating, setIsCreating] = useState(false);
	const { query, create, revoke, newToken, hideNewToken } = useTokens(() =>
		showToast({ tone: "good", text: t("tokens.revoked") }),
	);
	const text = (
		<>
			{t("tokens.text")} <a href={`${site.apiBase}/guide`}>{t("tokens.more")}</a>
		</>
	);
	return (
		<FormCard title={t("tokens.title")} text={text}>
			<LoadedContent query={query} height="52px">
				{({ tokens }) =>
					tokens.length === 0 ? (
						<p>{t("tokens.none")}</p>
					) : (
						<ul className={styles.devices}>
							{tokens.map((token) => (
								<TokenRow
									key={token.id}
									token={token}
									isPending={revoke.isPending && revoke.variables.body.id === token.id}
									onRevoke={() => revoke.mutate({ body: { id: token.id } })}
								/>
							))}
						</ul>
					)
				}
			</LoadedContent>
			{newToken === null ? null : <NewToken token={newToken} onDone={hideNewToken} />}
			{isCreating ? (
				<TokenForm
					isPending={create.isPending}
					onSubmit={(body) => create.mutate({ body }, { onSuccess: () => setIsCreating(false) })}
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
