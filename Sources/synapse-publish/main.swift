print("synapse-publish")
