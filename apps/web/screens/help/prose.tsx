import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { Table } from "../../components/table/table.tsx";
import styles from "./prose.module.css";

/** Other links are rendered as plain text. */
const isAllowedUrl = (href: string): boolean => /^(https?:\/\/|mailto:|\/(?![/\\]))/.test(href);

/** Rendered without keys, because the text does not change. */
const renderTokens = (tokens: readonly Token[] = []): ReactNode =>
	createElement(
		Fragment,
		null,
		...tokens.map((token) => createElement(MarkdownToken, { token: token as MarkedToken })),
	);

const Anchor = ({ token: { href, tokens } }: { readonly token: Tokens.Link }) => {
	if (!isAllowedUrl(href)) return renderTokens(tokens);
	return href.startsWith("/") ? (
		<Link to={href} reloadDocument={href.startsWith("/api/")}>
			{renderTokens(tokens)}
		</Link>
	) : (
		<a href={href}>{renderTokens(tokens)}</a>
	);
};

const List = ({ token: { ordered, items } }: { readonly token: Tokens.List }) =>
	createElement(
		ordered ? "ol" : "ul",
		null,
		...items.map(({ tokens }) => createElement("li", null, renderTokens(tokens))),
	);

/** Scrolls horizontally if it is wider than the page. */
const MarkdownTable = ({ token: { header, rows } }: { readonly token: Tokens.Table }) => (
	<Table
		className={styles.table}
		scroller="plain"
		rowHead={null}
		rows={[...rows.entries()]}
		getKey={([at]) => at}
		columns={[...header.entries()].map(([at, { tokens }]) => ({
			id: String(at),
			head: renderTokens(tokens),
			cell: ([, cells]: readonly [number, readonly Tokens.TableCell[]]) => renderTokens(cells[at]?.tokens ?? []),
		}))}
	/>
);

/** One markdown token as an element. HTML and unlisted token types are rendered as text. */
const MarkdownToken = ({ token }: { readonly token: MarkedToken }): ReactNode => {
	switch (token.type) {
		case "space":
			return null;
		case "paragraph":
			return <p>{renderTokens(token.tokens)}</p>;
		case "heading":
			return <h3>{renderTokens(token.tokens)}</h3>;
		case "list":
			return <List token={token} />;
		case "table":
			return <MarkdownTable token={token} />;
		case "blockquote":
			return <blockquote>{renderTokens(token.tokens)}</blockquote>;
		case "strong":
			return <strong>{renderTokens(token.tokens)}</strong>;
		case "em":
			return <em>{renderTokens(token.tokens)}</em>;
		case "link":
			return <Anchor token={token} />;
		case "br":
			return <br />;
		case "text":
			return "tokens" in token && token.tokens ? renderTokens(token.tokens) : token.text;
		case "escape":
		case "codespan":
			return token.text;
		default:
			return token.raw;
	}
};

export const Prose = ({ text }: { readonly text: string }) => (
	<div className={styles.prose}>{renderTokens(lexer(text))}</div>
);
