export interface RequestRef {
  workspaceId: string;
  requestId: string;
}
