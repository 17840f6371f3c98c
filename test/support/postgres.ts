import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import "./global-setup.ts";

/** True where this run has a PostgreSQL; what needs one is skipped elsewhere. */
export const hasPostgres = inject("postgresUrl") !== null;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** An empty database of its own on the run's PostgreSQL. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asSuperuser(`create database ${name}`);
  const url = new URL(serverUrl());
  url.pathname = name;
  return {
    url: url.href,
    drop: () => asSuperuser(`drop database ${name} with (force)`),
  };
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client(serverUrl());
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function serverUrl(): string {
  const url = inject("postgresUrl");
  if (url === null) throw new Error("There is no PostgreSQL here; see hasPostgres");
  return url;
}
